import { toMessage } from '@toolyard/core';
import { findGitEvents, type FoundGitEvents } from '@toolyard/hooks';
import { createGitReader, locateRepository, watchGit, type GitRepository } from '@toolyard/node';
import type { Source, SourceOptions } from './source.ts';

/** How often a workspace without a repository is looked at for one. */
const LOOK_MS = 3000;

/** Enters commits, changes of the branch and pushes, also those that happened before; waits for a repository where there is none. */
export async function watchRepository(options: SourceOptions): Promise<Source> {
  const repository = await locateRepository(options.workspace);
  return repository === undefined ? waitForRepository(options) : followRepository(options, repository);
}

function waitForRepository(options: SourceOptions): Source {
  let found: Promise<Source> | undefined;
  let isClosed = false;
  const look = setInterval(() => void lookOnce(), LOOK_MS).unref();

  async function lookOnce(): Promise<void> {
    const repository = await locateRepository(options.workspace);
    if (repository === undefined || found !== undefined || isClosed) return;
    clearInterval(look);
    found = followRepository(options, repository);
  }

  return {
    async close() {
      isClosed = true;
      clearInterval(look);
      await (await found)?.close();
    },
  };
}

async function followRepository(options: SourceOptions, repository: GitRepository): Promise<Source> {
  const { engine } = options;
  const onTrouble = createTrouble(options);
  const reader = createGitReader(repository);
  const watch = watchGit({
    repository,
    onTrouble,
    async onChange() {
      const state = await reader.read();
      if (state !== undefined) await note(engine, findGitEvents(engine.marks(), state));
      onTrouble(undefined);
    },
  });
  await watch.ready;
  return { close: () => watch.close() };
}

/** Tells what is wrong once, as long as it stays the same; `undefined` says that nothing is. */
function createTrouble({ onTrouble }: Pick<SourceOptions, 'onTrouble'>): (error: unknown) => void {
  let told = '';
  return (error) => {
    const message = error === undefined ? '' : toMessage(error);
    if (message !== told && error !== undefined) onTrouble(error);
    told = message;
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
