import { findGitEvents, type FoundGitEvents } from '@toolyard/hooks';
import {
  createGitReader,
  locateRepository,
  repeatEvery,
  watchGit,
  type GitRepository,
  type GitWatch,
} from '@toolyard/node';
import type { Source, SourceOptions } from './source.ts';
import { tellEachErrorOnce } from './tell-each-error-once.ts';

/** How often a workspace without a repository is looked at for one. */
const LOOK_MS = 3000;

/** Enters commits, changes of the branch and pushes, also those that happened before; waits for a repository where there is none. */
export function watchRepository(options: SourceOptions): Source {
  let watch: GitWatch | undefined;
  let isClosed = false;

  async function find(): Promise<void> {
    const repository = await locateRepository(options.workspace);
    if (repository === undefined || watch !== undefined || isClosed) return;
    stopLooking();
    watch = followRepository(options, repository);
    await watch.ready;
  }

  const stopLooking = repeatEvery(LOOK_MS, () => void find());
  return {
    ready: find(),
    async close() {
      isClosed = true;
      stopLooking();
      await watch?.close();
    },
  };
}

function followRepository(options: SourceOptions, repository: GitRepository): GitWatch {
  const { engine } = options;
  const onError = tellEachErrorOnce(options);
  const reader = createGitReader(repository);
  return watchGit({
    repository,
    onError,
    async onChange() {
      const state = await reader.read();
      if (state !== undefined) await note(engine, findGitEvents(engine.marks(), state));
      onError(undefined);
    },
  });
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
