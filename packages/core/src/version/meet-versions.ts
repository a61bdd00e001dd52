import { ToolyardError } from '../error/toolyard-error.ts';
import { compareVersions } from './compare-versions.ts';
import { UNRELEASED } from './version.ts';

/** A program of Toolyard: which release it is, and which form its messages to other programs of Toolyard have. */
export interface SpokenVersion {
  readonly version: string;
  readonly protocol: number;
}

/** A program of Toolyard that runs already; one from before these were told has neither of them. */
export interface RunningToolyard extends Partial<SpokenVersion> {
  /** What people call it, at the beginning of a sentence: `The Toolyard that runs /home/you/toolyard.json`. */
  readonly name: string;
  readonly pid?: number | undefined;
  /** How people stop it, after `stop the running one`: `with "toolyard down"`. */
  readonly end: string;
}

/** Programs from before the number was told speak the first form. */
const FIRST_PROTOCOL = 1;

/**
 * What people are told where a program that runs is of another version than this one, and both understand each other. Throws
 * `version-mismatch` where they do not: whatever one of them says could then mean something else to the other.
 */
export function meetVersions(running: RunningToolyard, own: SpokenVersion): string | undefined {
  const { version, protocol = FIRST_PROTOCOL } = running;
  const met = `${nameProgram(running)}, and this is version ${own.version}.`;
  // One that does not tell its version is from before.
  const order = version === undefined ? -1 : compareVersions(version, own.version);
  if (protocol !== own.protocol) {
    const one = `the running one ${running.end}, then try again.`;
    // A program that runs for long stays what it was when the package is updated under it.
    const advice =
      order > 0 || protocol > own.protocol
        ? `Restart this program if Toolyard was updated meanwhile, or update this Toolyard, or stop ${one}`
        : `Stop ${one}`;
    throw new ToolyardError('version-mismatch', `${met} They cannot work together. ${advice}`);
  }
  if (version === own.version || version === UNRELEASED || own.version === UNRELEASED) return undefined;
  const advice =
    order > 0
      ? 'update this Toolyard'
      : `stop the running one ${running.end}, restart your clients, and start it again`;
  // Of two previews of one release, for example, nobody can tell which is newer.
  return `${met} They work together. To use ${order === 0 ? 'one' : 'the newer'} version for both, ${advice}.`;
}

function nameProgram({ name, version, pid }: RunningToolyard): string {
  const found = pid === undefined ? '' : ` (process ${pid})`;
  return `${name}${found} is ${version === undefined ? 'an older version' : `version ${version}`}`;
}
