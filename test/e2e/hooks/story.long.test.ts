import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { followSection } from '../guides/follow-section.ts';
import { openShell } from '../guides/open-shell.ts';
import { readSections } from '../guides/read-sections.ts';
import { ROOT } from '../harness/create-yard-folder.ts';
import { LIMIT } from './watch-hooks.ts';

const EXAMPLE = 'examples/hooks-story';

it('follows the story of hooks from the servers to the log, and gets what it shows', LIMIT, async () => {
  const shell = openShell();
  // What a reader of the real one has left there does not count.
  const filter = (file: string): boolean => !/[/\\](?:got|tracker\.off)$/.test(file);
  cpSync(join(ROOT, EXAMPLE), join(shell.home, EXAMPLE), { recursive: true, filter });
  const sections = readSections(EXAMPLE, readFileSync(join(ROOT, EXAMPLE, 'README.md'), 'utf8'));
  expect(sections.map(({ heading }) => heading)).toEqual([
    'Hooks, from the servers to the log',
    '1. Discovery',
    '2. Mapping',
    '3. Execution',
    '4. Unavailable',
  ]);
  for (const section of sections) await followSection(section, shell);
});
