/** The way to a value inside a file: keys and positions. */
export type JsonPath = readonly (string | number)[];

const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** Writes a path for people: `$.mcpServers["my server"].args[0]`. */
export function toJsonPath(path: JsonPath): string {
  return `$${path.map(toStep).join('')}`;
}

/** Writes the last steps of a path the way people name a field: `docker.ports`, `args[0]`. */
export function toFieldName(path: JsonPath): string {
  return path.map(toStep).join('').replace(/^\./, '');
}

function toStep(step: string | number): string {
  if (typeof step === 'number') return `[${step}]`;
  return IDENTIFIER.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
}
