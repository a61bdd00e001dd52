export { createYard } from './create-yard.ts';
export type { LocalYard, YardOptions } from './create-yard.ts';
