import { onAbort, type ShownConfiguration, type Yard } from '@toolyard/core';
import type { UsedYard } from '../../yard/use-yard.ts';
import type { YardPlace } from '../../yard/locate-yard.ts';

/** A yard that a program has anyway, and that follows its file by itself. */
export interface OfferableYard {
  readonly yard: Yard;
  /** As it runs now. */
  configuration(): ShownConfiguration;
  readonly place: YardPlace;
  /** The secrets of its servers, where this process started them. */
  secrets?(): readonly string[];
}

/** Lets hooks run on the yard that a program has anyway, one after the other, so that no server is started twice. */
export interface OfferedYard {
  /** Hooks may use it from now on, until it is withdrawn. */
  offer(offered: OfferableYard): void;
  /** It is gone: hooks wait for the next. */
  withdraw(): void;
  /** Does one thing on the yard that there is, or will be; `undefined` where the signal is aborted before. */
  use<Result>(signal: AbortSignal, use: (used: UsedYard) => Promise<Result>): Promise<Result | undefined>;
}

/** Nothing is offered yet. */
export function createOfferedYard(): OfferedYard {
  let current: UsedYard | undefined;
  let end: () => void = () => undefined;
  const waiting = new Set<() => void>();

  /** The yard that there is, or the next; `undefined` where the signal is aborted before. */
  async function find(signal: AbortSignal): Promise<UsedYard | undefined> {
    if (current !== undefined || signal.aborted) return current;
    let go = (): void => undefined;
    const offered = new Promise<void>((resolve) => (go = resolve));
    waiting.add(go);
    const takeBack = onAbort(signal, go);
    await offered;
    takeBack();
    waiting.delete(go);
    return find(signal);
  }

  return {
    offer(offered) {
      current = toUsed(offered, new Promise((resolve) => (end = resolve)));
      for (const go of waiting) go();
    },
    withdraw() {
      current = undefined;
      end();
    },
    async use(signal, use) {
      const used = await find(signal);
      return used === undefined || signal.aborted ? undefined : use(used);
    },
  };
}

function toUsed({ yard, configuration, place, secrets = () => [] }: OfferableYard, gone: Promise<void>): UsedYard {
  return {
    yard,
    caller: yard.caller,
    get configuration() {
      return configuration();
    },
    get secrets() {
      return secrets();
    },
    isJoined: true,
    place,
    gone,
  };
}
