export { createGateway } from './create-gateway.ts';
export type { AcceptOptions, Gateway, GatewayOptions } from './create-gateway.ts';
export { createNameTable } from './names/create-name-table.ts';
export type { NamedServer, NameTable, Resolution } from './names/create-name-table.ts';
export { LONG_LIST_TOKENS, measureToolList } from './offer/measure-tool-list.ts';
export type { ToolListCost, ToolListSize } from './offer/measure-tool-list.ts';
export type { GatewayInfo } from './relay/answer-initialize.ts';
export { pipeSession } from './pipe/pipe-session.ts';
export type { PipeOptions } from './pipe/pipe-session.ts';
