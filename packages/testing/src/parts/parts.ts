import { findProgram } from './find-program.ts';
import type { Part } from './part.ts';
import { startDocker } from './start-docker.ts';
import { startPostgres } from './start-postgres.ts';

/** The name of a part, as titles of tests show it. */
export type PartName = 'Docker' | 'fish' | 'PostgreSQL' | 'zsh';

/** Every part that tests can ask for. */
export const PARTS: Readonly<Record<PartName, Part>> = {
  Docker: { start: startDocker },
  fish: { start: () => findProgram('fish') },
  PostgreSQL: { start: startPostgres },
  zsh: { start: () => findProgram('zsh') },
};

/** Tells a part's name from any other text. */
export function isPartName(name: string): name is PartName {
  return Object.hasOwn(PARTS, name);
}
