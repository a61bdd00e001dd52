/** Something that happens at most once in a while, however often it is asked for. */
export interface Throttled {
  (): void;
  /** What was asked for and did not happen yet does not happen any more. */
  readonly cancel: () => void;
}

/** Runs a function after it was asked for, once for everything that is asked for within that many milliseconds. */
export function throttle(run: () => void, ms: number): Throttled {
  let timer: number | undefined;
  const ask = (): void => {
    timer ??= window.setTimeout(() => {
      timer = undefined;
      run();
    }, ms);
  };
  return Object.assign(ask, {
    cancel() {
      window.clearTimeout(timer);
      timer = undefined;
    },
  });
}
