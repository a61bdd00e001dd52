import { describe, it } from 'vitest';
import { HAS_TERMINAL } from '../cli/start-terminal.ts';
import { followSection } from './follow-section.ts';
import { openShell } from './open-shell.ts';
import type { Story } from './read-stories.ts';

/** Runs all commands of stories as they stand on their pages, with the built product. */
export function describeStories(stories: readonly Story[]): void {
  describe.skipIf(!HAS_TERMINAL)('who follows', () => {
    it.each(stories.map(({ title, sections }) => [title, sections] as const))(
      '%s gets what it shows',
      async (_title, sections) => {
        const shell = openShell();
        for (const section of sections) await followSection(section, shell);
      },
    );
  });
}
