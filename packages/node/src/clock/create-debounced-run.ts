/** Work that is done once for many calls. */
export interface DebouncedRun {
  /** Asks for the work, which is done some time later. */
  call(): void;
  /** Asks for the work without the wait: it begins now, or as soon as a run that is under way has ended. */
  callNow(): void;
  /** Does now what was asked for; resolves when it is done, and with it what was asked for meanwhile. */
  flush(): Promise<void>;
}

/** When the work is done, in milliseconds. */
export interface DebounceTimes {
  /** After the last call. */
  readonly quietMs: number;
  /** After the first call, however many follow. */
  readonly mostMs: number;
}

/** Does `work`, which must not reject, when there was no call for a while, and never twice at once. */
export function createDebouncedRun(work: () => Promise<void>, { quietMs, mostMs }: DebounceTimes): DebouncedRun {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  let wantedAt = 0;
  let running: Promise<void> | undefined;

  function arm(): void {
    clearTimeout(timer);
    const leftMs = wantedAt + mostMs - performance.now();
    timer = setTimeout(begin, Math.max(0, Math.min(quietMs, leftMs)));
  }

  function begin(): void {
    clearTimeout(timer);
    const working = Promise.resolve().then(() => {
      isWanted = false;
      return work();
    });
    running = working.then(() => {
      running = undefined;
      if (isWanted) arm();
    });
  }

  return {
    call() {
      if (!isWanted) wantedAt = performance.now();
      isWanted = true;
      if (running === undefined) arm();
    },
    callNow() {
      isWanted = true;
      wantedAt = -Infinity;
      if (running === undefined) begin();
    },
    async flush() {
      while (isWanted || running !== undefined) {
        if (running === undefined) begin();
        await running;
      }
    },
  };
}
