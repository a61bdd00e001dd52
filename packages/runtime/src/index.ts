export { createYard } from './create-yard.ts';
export type { LocalYard, YardOptions } from './create-yard.ts';
export { formatArgumentProblem, validateArguments } from './call/validate-arguments.ts';
export type { ArgumentProblem, ArgumentValidation } from './call/validate-arguments.ts';
export { isJsonObject } from './call/arguments/json-object.ts';
export type { JsonObject } from './call/arguments/json-object.ts';
export { resolveReference } from './call/arguments/resolve-reference.ts';
