import { findTellingLine, type LinkEnd } from '@toolyard/core';

/** How a link ended, with what the server said about it, which mostly is the real reason. */
export function describeLinkEnd(end: LinkEnd): string {
  const said = findTellingLine(end.lastLines ?? []);
  return said === undefined ? end.reason : `${end.reason}; on its stderr: ${said}`;
}
