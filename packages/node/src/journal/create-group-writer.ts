/** Writes lines, and does what else has to wait for them. */
export interface GroupWriter<Line> {
  /** Resolves when the lines are written; rejects with what the writing rejected with. */
  add(lines: readonly Line[]): Promise<void>;
  /** Runs `action` after everything that was asked for before, and before everything that is asked for later. */
  inTurn<T>(action: () => Promise<T>): Promise<T>;
}

/** One thing at a time, in order; lines that are given while something is under way are written together. */
export function createGroupWriter<Line = string>(write: (lines: readonly Line[]) => Promise<void>): GroupWriter<Line> {
  let last: Promise<unknown> = Promise.resolve();
  let open: { readonly lines: Line[]; readonly done: Promise<void> } | undefined;

  function enqueue<T>(action: () => Promise<T>): Promise<T> {
    const result = last.then(action);
    last = result.catch(() => undefined);
    return result;
  }

  function openGroup(): { readonly lines: Line[]; readonly done: Promise<void> } {
    const lines: Line[] = [];
    const done = enqueue(() => {
      if (open?.lines === lines) open = undefined;
      return write(lines);
    });
    return { lines, done };
  }

  return {
    add(lines) {
      if (lines.length === 0) return Promise.resolve();
      open ??= openGroup();
      for (const line of lines) open.lines.push(line);
      return open.done;
    },
    inTurn(action) {
      // Lines that come from now on must not join those that are written before the action.
      open = undefined;
      return enqueue(action);
    },
  };
}
