const REFERENCE = /^\$\{input:([^{}]+)\}$/;

/** What a definition has in place of a secret. */
export function toInputReference(id: string): string {
  return `\${input:${id}}`;
}

/** The name of the secret that a value stands for; `undefined` where it is a value itself. */
export function readInputId(value: unknown): string | undefined {
  return typeof value === 'string' ? REFERENCE.exec(value)?.[1] : undefined;
}
