import { findProgram } from './find-program.ts';
import { installFromNpm } from './install-from-npm.ts';
import { CLAUDE_CODE, NPM_SERVERS } from './npm-packages.ts';
import type { ExternalProgram } from './external-program.ts';
import { startDocker } from './start-docker.ts';
import { startPostgres } from './start-postgres.ts';

/** The name of a part, as titles of tests show it. */
export type ExternalName = 'Chromium' | 'Claude Code' | 'Docker' | 'fish' | 'PostgreSQL' | 'npm servers' | 'zsh';

/** Every part that tests can ask for. */
export const EXTERNAL_PROGRAMS: Readonly<Record<ExternalName, ExternalProgram>> = {
  Chromium: { start: () => findProgram('chromium') },
  'Claude Code': { start: () => installFromNpm(CLAUDE_CODE) },
  Docker: { start: startDocker },
  fish: { start: () => findProgram('fish') },
  PostgreSQL: { start: startPostgres },
  'npm servers': { start: () => installFromNpm(NPM_SERVERS) },
  zsh: { start: () => findProgram('zsh') },
};

/** Tells a part's name from any other text. */
export function isExternalName(name: string): name is ExternalName {
  return Object.hasOwn(EXTERNAL_PROGRAMS, name);
}
