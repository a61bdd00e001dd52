import { describe, it } from 'vitest';
import { askForPart } from './ask-for-part.ts';
import type { PartName } from './parts.ts';

/**
 * Defines tests that need a real part, e.g. `await describePart('PostgreSQL', (url) => { … })`.
 *
 * Where the part is missing they are skipped aloud, with the command that provides it; with `CI=true` that is a failure.
 */
export async function describePart(name: PartName, define: (where: string) => void): Promise<void> {
  const place = await askForPart(name);
  if ('where' in place) {
    describe(`on ${name}`, () => define(place.where));
    return;
  }
  if (process.env['CI'] !== 'true') process.stderr.write(`Tests on ${name} are skipped: ${place.missing}\n`);
  describe(`on ${name}`, () => {
    it.skipIf(process.env['CI'] !== 'true')('is there', () => {
      throw new Error(place.missing);
    });
  });
}
