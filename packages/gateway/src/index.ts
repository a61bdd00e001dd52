export { createNameTable } from './names/create-name-table.ts';
export type { NamedServer, NameTable, Resolution } from './names/create-name-table.ts';
