import type { Configuration, ServerDefinition } from './configuration.ts';

/** How much a missing variable stops. */
export interface MissingRules {
  /** The whole start rather than its own server. */
  readonly strict?: boolean | undefined;
  /** Which servers are to run; those that the configuration enables where absent. */
  readonly isOn?: (server: ServerDefinition) => boolean;
}

/** Whether missing variables stop the whole start: under `strict`, and where no server is left that could run. */
export function stopsStart({ servers }: Configuration, { strict = false, isOn = isEnabled }: MissingRules): boolean {
  const wanted = servers.filter(isOn);
  const lacking = wanted.filter(({ missing }) => missing !== undefined);
  return lacking.length > 0 && (strict || lacking.length === wanted.length);
}

/** Says that variables are not set, in words that read on after `Server "x" did not start: `. */
export function describeUnset(names: readonly string[]): string {
  const [first = ''] = names;
  if (names.length < 2) return `the environment variable ${first} is not set`;
  return `the environment variables ${names.slice(0, -1).join(', ')} and ${names.at(-1)} are not set`;
}

function isEnabled({ enabled }: ServerDefinition): boolean {
  return enabled;
}
