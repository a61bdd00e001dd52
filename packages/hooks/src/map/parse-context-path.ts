/** The way to a value of the context: names of fields, and places in lists counted from 0. */
export type ContextPath = readonly (string | number)[];

const PATH = /^[^.[\]{}\s]+(?:\.[^.[\]{}\s]+|\[\d+\])*$/u;
const STEP = /[^.[\]]+|\[\d+\]/gu;

/** Reads `result.items[0].id`; `undefined` for what is no path. */
export function parseContextPath(text: string): ContextPath | undefined {
  if (!PATH.test(text)) return undefined;
  return text.match(STEP)?.map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step));
}
