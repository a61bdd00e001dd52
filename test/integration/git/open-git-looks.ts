import { findGitEvents } from '@toolyard/hooks';
import { createGitReader, locateRepository, type GitReader } from '@toolyard/node';
import { createGitRepository, type TestRepository } from '@toolyard/testing';

/** A real repository, looked at as the commands do it, with marks as they come back from the journal. */
export interface GitLooks {
  readonly repository: TestRepository;
  readonly marks: Map<string, unknown>;
  readonly git: TestRepository['git'];
  readonly write: TestRepository['write'];
  readonly commit: TestRepository['commit'];
  /** The commit that HEAD is on. */
  head(): string;
  /** What happened since the last look: names and values. Of more than `limit` events only the first are taken, as by a crash. */
  look(limit?: number): Promise<[name: string, values: unknown][]>;
  reader(): GitReader;
  /** Looks at another folder from now on. */
  follow(folder: string): Promise<void>;
}

/** Makes a repository without commits, and looks at it. */
export async function openGitLooks(): Promise<GitLooks> {
  const repository = createGitRepository();
  const marks = new Map<string, unknown>();
  let reader = await openReader(repository.folder);

  function note(noted: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(noted)) {
      if (value === null) marks.delete(key);
      else marks.set(key, JSON.parse(JSON.stringify(value)));
    }
  }

  return {
    repository,
    marks,
    git: (...args) => repository.git(...args),
    write: (path, text) => repository.write(path, text),
    commit: (message) => repository.commit(message),
    head: () => repository.git('rev-parse', 'HEAD'),
    async look(limit = Infinity) {
      const state = await reader.read();
      if (state === undefined) throw new Error('no state');
      const found = findGitEvents(marks, state);
      const taken = found.events.slice(0, limit);
      for (const { marks } of taken) note(marks);
      if (taken.length === found.events.length) note(found.marks);
      return taken.map(({ event }) => [event.name, event.values]);
    },
    reader: () => reader,
    async follow(folder) {
      reader = await openReader(folder);
    },
  };
}

async function openReader(folder: string): Promise<GitReader> {
  const found = await locateRepository(folder);
  if (found === undefined) throw new Error('no repository');
  return createGitReader(found);
}
