import type { Part } from './part.ts';
import { startPostgres } from './start-postgres.ts';

/** The name of a part, as titles of tests show it. */
export type PartName = 'PostgreSQL';

/** Every part that tests can ask for. */
export const PARTS: Readonly<Record<PartName, Part>> = {
  PostgreSQL: { start: startPostgres },
};

/** Tells a part's name from any other text. */
export function isPartName(name: string): name is PartName {
  return Object.hasOwn(PARTS, name);
}
