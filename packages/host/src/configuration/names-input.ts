/** Whether an entry, as JSON, has a reference to an input in one of its forms: `${input:ID}`, `${env:input:ID}` or `${input:ID:-default}`. */
export function namesInput(entry: string, id: string): boolean {
  const reference = JSON.stringify(`input:${id}`).slice(1, -1);
  return entry.includes(`${reference}}`) || entry.includes(`${reference}:-`);
}
