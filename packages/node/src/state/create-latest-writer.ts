/** Writes the newest of many texts. */
export interface LatestWriter {
  /** Replaces a text that was given before and is not being written yet. */
  give(text: string): void;
  /** Resolves when nothing waits any more, whether it could be written or not. */
  flush(): Promise<void>;
}

/** One write at a time; the same text twice in a row is written once. `write` must not reject. */
export function createLatestWriter(write: (text: string) => Promise<boolean>): LatestWriter {
  let waiting: string | undefined;
  let written: string | undefined;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting !== undefined) {
      const text = waiting;
      waiting = undefined;
      if (text === written) continue;
      written = (await write(text)) ? text : undefined;
    }
    running = undefined;
  }

  return {
    give(text) {
      waiting = text;
      running ??= Promise.resolve().then(run);
    },
    flush: () => running ?? Promise.resolve(),
  };
}
