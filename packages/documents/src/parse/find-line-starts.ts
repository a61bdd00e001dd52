/** The offset of each line of a text; lines end in LF, CRLF or CR, and a byte order mark stands before the first. */
export function findLineStarts(text: string): number[] {
  const starts = [text.startsWith('\uFEFF') ? 1 : 0];
  if (text.includes('\r')) {
    for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
    return starts;
  }
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The offset at which a line ends, before its line break; lines are counted from 0. */
export function findLineEnd(text: string, starts: readonly number[], line: number): number {
  let end = starts[line + 1] ?? text.length;
  if (line + 1 >= starts.length) return end;
  if (text[end - 1] === '\n') end--;
  if (text[end - 1] === '\r' && end > (starts[line] ?? 0)) end--;
  return end;
}

/** The line that an offset stands on, counted from 0. */
export function findLine(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
