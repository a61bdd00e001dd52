import { flattenText, type LogLevel } from '@toolyard/core';
import type { LogLine } from './parse-log-line.ts';

const GREY = 90;
const CYAN = 36;
const COLOURS: Readonly<Record<LogLevel, number>> = { debug: GREY, info: 32, warning: 33, error: 31 };

/** A line for people: time (UTC), level, server and text; further lines of the text stand indented below. */
export function formatLogLine(line: LogLine, { color }: { readonly color: boolean }): string {
  const paint = (code: number, text: string): string => (color ? `\u001b[${code}m${text}\u001b[39m` : text);
  const server = line.server === undefined ? '' : `${paint(CYAN, `${flattenText(line.server)}:`)} `;
  const [first = '', ...rest] = line.text.split(/\r?\n/).map(flattenText);
  const time = paint(GREY, flattenText(line.at).replace('T', ' '));
  const level = paint(COLOURS[line.level], line.level.padEnd(7));
  return [`${time} ${level} ${server}${first}`, ...rest.map((text) => `  ${text}`)].join('\n');
}
