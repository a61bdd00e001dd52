import type { CatalogueKind } from '@toolyard/core';

/** Reads lists again when a server says that they changed. */
export interface Refresher {
  /** Asks for a fresh read; while one is under way, one more follows it, however often this is called. */
  refresh(kind: CatalogueKind): void;
  /** Lets reads begin, those asked for meanwhile first. */
  resume(): void;
  /** Keeps what is asked for until `resume`. */
  pause(): void;
}

/** How lists are read. */
export interface RefresherOptions {
  read(kind: CatalogueKind): Promise<void>;
  onError(kind: CatalogueKind, error: unknown): void;
}

/** Starts paused. Reads one kind once at a time, so that an older answer never replaces a newer one. */
export function createRefresher({ read, onError }: RefresherOptions): Refresher {
  const wanted = new Set<CatalogueKind>();
  const reading = new Set<CatalogueKind>();
  let paused = true;

  async function run(kind: CatalogueKind): Promise<void> {
    reading.add(kind);
    // What is wanted is cleared by a pause, which ends this too.
    while (wanted.delete(kind)) {
      await read(kind).catch((error: unknown) => onError(kind, error));
    }
    reading.delete(kind);
  }

  function begin(): void {
    for (const kind of wanted) if (!reading.has(kind)) void run(kind);
  }

  return {
    refresh(kind) {
      wanted.add(kind);
      if (!paused) begin();
    },
    resume() {
      paused = false;
      begin();
    },
    pause() {
      paused = true;
      wanted.clear();
    },
  };
}
