import type { YardUse } from '../yard/with-yard.ts';

/** Why a watch ends: for good, or to go on with another yard. */
export type WatchEnd = 'asked to' | 'yard gone' | 'configuration changed';

/** When a watch is over. */
export interface PlannedEnd {
  readonly over: Promise<WatchEnd>;
  /** Resolves when nothing may be waited for any more. */
  readonly hurry: Promise<WatchEnd>;
  wantAnother(): void;
}

/** The end of a watch because somebody asked for it, because the yard that it uses is gone, or because another one is wanted. */
export function createWatchEnd(asked: Promise<void>, gone: YardUse['gone']): PlannedEnd {
  let wantAnother: () => void = () => undefined;
  const wanted = new Promise<WatchEnd>((resolve) => (wantAnother = () => resolve('configuration changed')));
  const told = asked.then((): WatchEnd => 'asked to');
  const hurry = gone === undefined ? told : Promise.race([told, gone.then((): WatchEnd => 'yard gone')]);
  return { over: Promise.race([hurry, wanted]), hurry, wantAnother };
}
