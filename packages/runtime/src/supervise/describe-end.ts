import type { LinkEnd } from '@toolyard/core';

/** What programs write after the line that matters: it says nothing about why they ended. */
const TRAILERS: readonly RegExp[] = [
  /^[\p{P}\p{S}\s]*$/u,
  /^at .+:\d+\)?( \{)?$|^at .+ \((native|<anonymous>|node:.*)\)( \{)?$/,
  /^Node\.js v\d/,
  /^npm (error|ERR!)( [A-Z]?\d+)?$/,
  /^npm (error|ERR!) (\d+ )?(A complete log of this run|Note that you can also install|tarball, folder, http url)/,
];

/** A line that is longer says something. */
const LONGEST_TRAILER = 500;

/** How a link ended, with the last thing the server said, which mostly is the real reason. */
export function describeEnd(end: LinkEnd): string {
  const said = findLastWords(end.lastLines ?? []);
  return said === undefined ? end.reason : `${end.reason}; the last line on its stderr: ${said}`;
}

function findLastWords(lines: readonly string[]): string | undefined {
  const spoken = withoutErrorFields(lines.map((line) => line.trim()).filter((line) => line !== ''));
  return spoken.findLast((line) => !isTrailer(line)) ?? spoken.at(-1);
}

function isTrailer(line: string): boolean {
  return line.length <= LONGEST_TRAILER && TRAILERS.some((trailer) => trailer.test(line));
}

/** Node prints the fields of an error after its stack, in braces. */
function withoutErrorFields(lines: readonly string[]): readonly string[] {
  const end = lines.lastIndexOf('}');
  const begin = lines.findLastIndex((line, at) => at < end && /^at .*\{$/.test(line));
  return begin === -1 ? lines : lines.toSpliced(begin, end - begin + 1);
}
