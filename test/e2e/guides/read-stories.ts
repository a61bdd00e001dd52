import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../harness/create-yard-folder.ts';
import { CONTINUES, NOT_RUN } from './exceptions.ts';
import { findEntry } from './follow-section.ts';
import { readSections, type Section } from './read-sections.ts';

/** Sections that one reader goes through, one after another, in a home of their own. */
export interface Story {
  readonly page: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

/** How a section is named in titles and exceptions. */
export function toTitle({ page, heading }: Section): string {
  return `${page}: ${heading}`;
}

/** The README and every guide, with the sections that have commands. */
export function readPages(): readonly Section[] {
  const guides = readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`);
  return ['README.md', ...guides].flatMap((page) => readSections(page, readFileSync(join(ROOT, page), 'utf8')));
}

/** The commands of sections, as they stand there. */
export function commandsOf(sections: readonly Section[]): readonly string[] {
  return sections.flatMap(({ steps }) => steps.flatMap((step) => (step.type === 'run' ? step.command : [])));
}

/** All stories in which something can be run. */
export function toStories(sections: readonly Section[]): readonly Story[] {
  const heads = sections.filter((section) => CONTINUES[toTitle(section)] === undefined);
  const stories = heads.map((head) => {
    const title = toTitle(head);
    const followers = sections.filter((section) => CONTINUES[toTitle(section)] === title);
    return { page: head.page, title, sections: [head, ...followers] };
  });
  return stories.filter((story) =>
    commandsOf(story.sections).some((command) => findEntry(NOT_RUN, command) === undefined),
  );
}
