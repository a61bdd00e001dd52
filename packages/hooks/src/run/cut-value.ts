/** A value as it is where its JSON has at most `limit` characters; otherwise the beginning of its text. */
export function cutValue(value: unknown, limit: number): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined || text.length <= limit) return value;
  return `${text.slice(0, limit)}… (cut; ${text.length} characters in all)`;
}
