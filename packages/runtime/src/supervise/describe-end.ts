import type { LinkEnd } from '@toolyard/core';

/** How a link ended, with the last thing the server said, which mostly is the real reason. */
export function describeEnd(end: LinkEnd): string {
  const said = end.lastLines?.findLast((line) => line.trim() !== '')?.trim();
  return said === undefined ? end.reason : `${end.reason}; the last line on its stderr: ${said}`;
}
