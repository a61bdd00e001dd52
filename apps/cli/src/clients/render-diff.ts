const CONTEXT = 3;

/** Two texts as a unified difference of one part, with a few lines around it; nothing where they are the same. */
export function renderDiff(file: string, before: string, after: string): string[] {
  if (before === after) return [];
  const old = toLines(before);
  const now = toLines(after);
  const head = countSame(old, now);
  const tail = countSame(old.slice(head).toReversed(), now.slice(head).toReversed());
  const from = Math.max(0, head - CONTEXT);
  const end = (lines: readonly string[]): number => Math.min(lines.length, lines.length - tail + CONTEXT);
  const kept = (lines: readonly string[], start: number, stop: number): string[] =>
    lines.slice(start, stop).map((line) => ` ${line}`);
  return [
    `--- ${file}`,
    `+++ ${file}`,
    `@@ -${toRange(from, end(old))} +${toRange(from, end(now))} @@`,
    ...kept(old, from, head),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
    ...kept(old, old.length - tail, end(old)),
  ];
}

function toLines(text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/^\uFEFF/, '')
        .replace(/(\r\n|\n|\r)$/, '')
        .split(/\r\n|\n|\r/);
}

function countSame(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((line, index) => line !== other[index]);
  return different < 0 ? Math.min(one.length, other.length) : different;
}

function toRange(from: number, end: number): string {
  return `${end === from ? from : from + 1},${end - from}`;
}
