import { isAbsolute } from 'node:path';

/** A warning about servers, with the file that it is about where it names one. */
export interface SplitWarning {
  readonly file?: string;
  readonly reason: string;
}

/** Takes `FILE: reason` apart; all of it is the reason where it does not begin with a path. */
export function splitWarning(warning: string): SplitWarning {
  const end = warning.indexOf(': ');
  const file = warning.slice(0, Math.max(0, end));
  return isAbsolute(file) ? { file, reason: warning.slice(end + 2) } : { reason: warning };
}
