import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../harness/create-yard-folder.ts';
import { describeStories } from './describe-stories.ts';
import { CONTINUES, FOREGROUND, LONG_PAGES, NOT_RUN } from './exceptions.ts';
import { findEntry } from './follow-section.ts';
import { commandsOf, readPages, toStories, toTitle } from './read-stories.ts';

const sections = readPages();
const commands = commandsOf(sections);
const stories = toStories(sections);

it('finds the commands', () => {
  expect(commands.length).toBeGreaterThan(40);
});

describeStories(stories.filter(({ page }) => !LONG_PAGES.includes(page)));

describe('the exceptions', () => {
  it('are about commands that stand on a page', () => {
    const entries = [...NOT_RUN, ...FOREGROUND];
    const stale = entries.filter((entry) => !commands.some((command) => findEntry([entry], command) !== undefined));
    expect(stale).toEqual([]);
  });

  it('are about sections and pages that have commands', () => {
    const titles = new Set(sections.map(toTitle));
    expect(
      Object.entries(CONTINUES)
        .flat()
        .filter((title) => !titles.has(title)),
    ).toEqual([]);
    expect(LONG_PAGES.filter((page) => !stories.some((story) => story.page === page))).toEqual([]);
  });

  it('point to files that exist', () => {
    const named = NOT_RUN.flatMap(({ why }) => [...why.matchAll(/[\w.-]+(?:\/[\w.-]+)+/g)].map(([path]) => path));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

it('names only scripts of npm that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const named = commands.flatMap((command) => /^npm (?:run )?(start|test|(?<=run )[\w:]+)/.exec(command)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
