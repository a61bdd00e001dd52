/** What differs each time. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '(moment)'],
  [/\b\d\d:\d\d:\d\d\b/g, '(time)'],
  [/\b\d+ ms\b/g, '(duration)'],
  [/\b[0-9a-f]{8}\b/g, '(id)'],
];

/** Output without what differs each time, so that what a page shows and what a command printed can be compared. */
export function unifyOutput(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const whole = lines.join('\n').trimEnd();
  return VARYING.reduce((done, [form, name]) => done.replaceAll(form, name), whole);
}
