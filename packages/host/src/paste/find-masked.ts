import { MASK } from '@toolyard/core';

/** A part of a text, by the places of its characters. */
interface Extent {
  readonly start: number;
  readonly end: number;
}

const VARIABLES = /\$\{[^{}]*\}/g;

/** Where the parts of a text are that `masked` hides, with the whole of each variable that they touch; the whole text where that is not clear. */
export function findMasked(text: string, masked: string): readonly Extent[] {
  const found = align(text, masked.split(MASK));
  if (found === undefined) return [{ start: 0, end: text.length }];
  const variables = [...text.matchAll(VARIABLES)].map(({ 0: { length }, index }) => ({
    start: index,
    end: index + length,
  }));
  return joinMeeting(
    found.map((extent) => variables.filter((variable) => meets(variable, extent)).reduce(unite, extent)),
  );
}

/** The parts between those that are shown; `undefined` where there is more than one way to place them. */
function align(text: string, shown: readonly string[]): readonly Extent[] | undefined {
  const last = shown.at(-1) ?? '';
  const limit = text.length - last.length;
  const [first = '', ...between] = shown.slice(0, -1);
  if (!text.startsWith(first) || !text.endsWith(last) || limit < first.length) return undefined;
  const extents: Extent[] = [];
  let start = first.length;
  for (const part of between) {
    const end = text.indexOf(part, start);
    if (part === '' || end < 0 || end + part.length > limit || text.lastIndexOf(part, limit - part.length) !== end)
      return undefined;
    extents.push({ start, end });
    start = end + part.length;
  }
  return [...extents, { start, end: limit }];
}

/** Extents in order, of which no two meet. */
function joinMeeting(extents: readonly Extent[]): readonly Extent[] {
  return extents.reduce<readonly Extent[]>((joined, extent) => {
    const before = joined.at(-1);
    return before !== undefined && meets(before, extent)
      ? [...joined.slice(0, -1), unite(before, extent)]
      : [...joined, extent];
  }, []);
}

function meets(one: Extent, other: Extent): boolean {
  return one.start < other.end && other.start < one.end;
}

function unite(one: Extent, other: Extent): Extent {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
