/** The same text for the same value, whatever the order of its members. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(toSorted(value));
}

function toSorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, toSorted(member)]));
}
