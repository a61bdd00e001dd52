import type { UsedYard } from '../../yard/use-yard.ts';
import type { WatchEnd } from '../engine/hooks-event.ts';

/** When a watch is over. */
export interface PlannedEnd {
  readonly over: Promise<WatchEnd>;
  /** Resolves when nothing may be waited for any more. */
  readonly hurry: Promise<WatchEnd>;
  wantAnother(): void;
}

/** The end of a watch because somebody asked for it, because the yard that it uses is gone, or because another one is wanted. */
export function createWatchEnd(asked: Promise<void>, gone: UsedYard['gone']): PlannedEnd {
  let wantAnother: () => void = () => undefined;
  const wanted = new Promise<WatchEnd>((resolve) => (wantAnother = () => resolve('configuration changed')));
  const told = asked.then((): WatchEnd => 'asked to');
  const hurry = gone === undefined ? told : Promise.race([told, gone.then((): WatchEnd => 'yard gone')]);
  return { over: Promise.race([hurry, wanted]), hurry, wantAnother };
}
