/** A value as it stands in a text: objects and lists as JSON, everything else as it is read. */
export function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
