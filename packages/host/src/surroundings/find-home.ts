import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { ToolyardError } from '@toolyard/core';

/** Who may know the home folder; each may throw. */
export interface HomeSources {
  /** What the environment says, `HOME` or `USERPROFILE`. */
  named(): string;
  /** What the system has for the user's account. */
  account(): string;
}

const SYSTEM: HomeSources = { named: homedir, account: () => userInfo().homedir };

/**
 * The user's home folder, always absolute: what lies there needs no approval, so an empty or relative `HOME`, which would
 * make it the working directory, does not count. Throws `state-refused` where the system knows none either.
 */
export function findHome({ named, account }: HomeSources = SYSTEM): string {
  const home = attempt(named) ?? attempt(account);
  if (home !== undefined) return home;
  const message = 'Your home folder is unknown, so Toolyard has nowhere to keep its state. Set HOME to its full path.';
  throw new ToolyardError('state-refused', message);
}

function attempt(read: () => string): string | undefined {
  try {
    const home = read();
    return isAbsolute(home) ? home : undefined;
  } catch {
    return undefined;
  }
}
