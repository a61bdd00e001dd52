import { findProgram } from './find-program.ts';
import { installFromNpm } from './install-from-npm.ts';
import { CLAUDE_CODE, NEWER_NODE, NPM_SERVERS } from './npm-packages.ts';
import type { Part } from './part.ts';
import { startDocker } from './start-docker.ts';
import { startPostgres } from './start-postgres.ts';

/** The name of a part, as titles of tests show it. */
export type PartName = 'Claude Code' | 'Docker' | 'fish' | 'Node 24' | 'PostgreSQL' | 'npm servers' | 'zsh';

/** Every part that tests can ask for. */
export const PARTS: Readonly<Record<PartName, Part>> = {
  'Claude Code': { start: () => installFromNpm(CLAUDE_CODE) },
  Docker: { start: startDocker },
  fish: { start: () => findProgram('fish') },
  'Node 24': { start: () => installFromNpm(NEWER_NODE) },
  PostgreSQL: { start: startPostgres },
  'npm servers': { start: () => installFromNpm(NPM_SERVERS) },
  zsh: { start: () => findProgram('zsh') },
};

/** Tells a part's name from any other text. */
export function isPartName(name: string): name is PartName {
  return Object.hasOwn(PARTS, name);
}
