import { findGitEvents, type FoundGitEvents } from '@toolyard/hooks';
import { createGitReader, locateRepository, watchGit, type GitRepository } from '@toolyard/node';
import type { Source, SourceOptions } from './source.ts';

/** How often a workspace without a repository is looked at for one. */
const LOOK_MS = 3000;
/** When what could not be noted is tried again. */
const AGAIN_MS = 2000;

/** Enters commits, changes of the branch and pushes, also those that happened before; waits for a repository where there is none. */
export async function watchRepository(options: SourceOptions): Promise<Source> {
  const repository = await locateRepository(options.workspace);
  return repository === undefined ? waitForRepository(options) : followRepository(options, repository);
}

function waitForRepository(options: SourceOptions): Source {
  let found: Promise<Source> | undefined;
  const look = setInterval(() => void lookOnce(), LOOK_MS).unref();

  async function lookOnce(): Promise<void> {
    const repository = await locateRepository(options.workspace);
    if (repository === undefined || found !== undefined) return;
    clearInterval(look);
    found = followRepository(options, repository);
  }

  return {
    async close() {
      clearInterval(look);
      await (await found)?.close();
    },
  };
}

async function followRepository(options: SourceOptions, repository: GitRepository): Promise<Source> {
  const { engine, onTrouble } = options;
  const reader = createGitReader(repository);
  let again: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    clearTimeout(again);
    try {
      const state = await reader.read();
      if (state !== undefined) await note(engine, findGitEvents(engine.marks(), state));
    } catch (error) {
      onTrouble(error);
      // The repository does not change because it could not be noted what happened in it.
      again = setTimeout(() => void look(), AGAIN_MS).unref();
    }
  }

  const watch = watchGit({ repository, onChange: look });
  await watch.ready;
  return {
    async close() {
      await watch.close();
      clearTimeout(again);
    },
  };
}

async function note(engine: SourceOptions['engine'], { events, marks }: FoundGitEvents): Promise<void> {
  if (events.length > 0) {
    await engine.enter(
      events.map(({ event }) => event),
      events.map((found) => found.marks),
    );
  }
  if (Object.keys(marks).length > 0) await engine.mark(marks);
}
