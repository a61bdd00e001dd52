/** Something that happens at most once in a while, however often it is asked for. */
export interface Throttled {
  (): void;
  /** Nothing that was or will be asked for happens any more. */
  readonly cancel: () => void;
}

/** Runs a function after it was asked for, once for everything that is asked for within that many milliseconds. */
export function throttle(run: () => void, ms: number): Throttled {
  let timer: number | undefined;
  let isOver = false;
  const ask = (): void => {
    if (isOver) return;
    timer ??= window.setTimeout(() => {
      timer = undefined;
      run();
    }, ms);
  };
  return Object.assign(ask, {
    cancel() {
      isOver = true;
      window.clearTimeout(timer);
    },
  });
}
