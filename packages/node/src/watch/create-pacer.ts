/** Keeps long work from holding up everything else in the process. */
export interface Pacer {
  /** Something to wait for when the work has gone on for a while; nothing where it may go on. */
  pause(): Promise<void> | undefined;
}

/** Makes a pacer that lets others in after every `sliceMs`; all who share it pause together. */
export function createPacer(sliceMs: number): Pacer {
  let begun: number | undefined;
  let pausing: Promise<void> | undefined;

  function end(): void {
    begun = undefined;
    pausing = undefined;
  }

  return {
    pause() {
      begun ??= performance.now();
      if (!pausing && performance.now() - begun < sliceMs) return undefined;
      pausing ??= new Promise<void>((resolve) => {
        setImmediate(() => {
          end();
          resolve();
        });
      });
      return pausing;
    },
  };
}
