import type { HookEngine, NewEvent } from '@toolyard/hooks';

/** An engine for tests of sources: it runs nothing. */
export interface NotingEngine {
  readonly engine: Pick<HookEngine, 'enter' | 'mark' | 'marks'>;
  readonly entered: readonly NewEvent[];
  /** It refuses events for as long as `problem` says why. */
  readonly state: { problem: string | undefined; tries: number };
}

/** Notes the events and marks that it is given. */
export function createNotingEngine(): NotingEngine {
  const marks = new Map<string, unknown>();
  const entered: NewEvent[] = [];
  const state: NotingEngine['state'] = { problem: undefined, tries: 0 };
  const note = (given: object | undefined): void => {
    for (const [name, mark] of Object.entries(given ?? {})) marks.set(name, mark);
  };
  return {
    engine: {
      marks: () => marks,
      mark: async (given) => note(given),
      async enter(events, given = []) {
        state.tries++;
        await new Promise((resolve) => void setImmediate(resolve));
        if (state.problem !== undefined) throw new Error(state.problem);
        entered.push(...events);
        for (const each of given) note(each);
        return { ended: Promise.resolve([]), known: new Set<string>() };
      },
    },
    entered,
    state,
  };
}
