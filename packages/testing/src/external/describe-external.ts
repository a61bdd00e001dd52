import { describe, it } from 'vitest';
import { askForExternal } from './ask-for-external.ts';
import type { ExternalName } from './external-programs.ts';

/**
 * Defines tests that need a real program, e.g. `await describeExternal('PostgreSQL', (url) => { … })`.
 *
 * Where it is missing they are skipped aloud, with the command that provides it; with `CI=true` that is a failure.
 */
export async function describeExternal(name: ExternalName, define: (where: string) => void): Promise<void> {
  const place = await askForExternal(name);
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
