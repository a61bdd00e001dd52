import { FORM_PROTOCOL, type FormView, type PageMessage } from '../form/protocol.ts';
import { readShown, toDraftId, type Draft, type PageAction, type PageRequest } from './drafts.ts';

/** What is typed is sent so often while somebody types. */
export const TYPING_PAUSE_MS = 150;

/** What the outbox needs of the page around it. */
export interface OutboxOptions {
  readonly send: (message: PageMessage) => void;
  /** Calls back after so many milliseconds, unless the function that it gives is called before. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** What is on its way to the host, and what the person has typed that the host has not shown yet. */
export interface Outbox {
  /** Keeps what is typed, and sends it within a moment, also while more is typed: the tab may be closed at any time. */
  type(draft: Draft): void;
  /** Sends what is chosen at once; what the host makes of it counts as soon as it is shown. */
  choose(draft: Draft): void;
  /** Sends a change at once, after everything that was typed before it. */
  act(action: PageAction): void;
  /** Sends what changes nothing, after everything that was typed before it. */
  ask(request: PageRequest): void;
  /** Sends what waits. */
  flush(): void;
  /** Lets go of drafts that the view has in it. Of the control that has the focus the text stays until the file brings another one. */
  acknowledge(edit: number, view: FormView, focused: string | undefined): void;
  /** The control of this id has no focus any more, so that what the host shows counts. */
  release(id: string): void;
  drafts(): readonly Draft[];
  /** Something was typed that the host has not shown yet. */
  isAhead(): boolean;
}

interface KeptDraft {
  readonly draft: Draft;
  readonly isChosen: boolean;
  /** Absent until it is sent. */
  readonly edit?: number;
  /** What the host showed when it had the draft, which can be written otherwise. */
  readonly echo?: string;
}

/** Numbers changes from 1, as the protocol wants it. */
export function createOutbox({ send, after }: OutboxOptions): Outbox {
  const kept = new Map<string, KeptDraft>();
  let edit = 0;
  let shown = 0;
  let stop: (() => void) | undefined;

  function flush(): void {
    stop?.();
    stop = undefined;
    for (const [id, each] of kept) {
      if (each.edit !== undefined) continue;
      edit++;
      kept.set(id, { ...each, edit });
      send({ ...each.draft, protocol: FORM_PROTOCOL, edit });
    }
  }

  function isUnseen({ edit: sent }: KeptDraft): boolean {
    return sent === undefined || sent > shown;
  }

  function put(draft: Draft, isChosen: boolean): void {
    const id = toDraftId(draft);
    // The host gets changes in the order in which they were made.
    kept.delete(id);
    kept.set(id, { draft, isChosen });
  }

  return {
    type(draft) {
      put(draft, false);
      stop ??= after(TYPING_PAUSE_MS, flush);
    },
    choose(draft) {
      put(draft, true);
      flush();
    },
    act(action) {
      flush();
      edit++;
      send({ ...action, protocol: FORM_PROTOCOL, edit });
    },
    ask(request) {
      flush();
      send({ ...request, protocol: FORM_PROTOCOL });
    },
    flush,
    acknowledge(seen, view, focused) {
      shown = seen;
      for (const [id, each] of kept) {
        if (isUnseen(each)) continue;
        const held = id === focused ? holdText(each, readShown(view, each.draft)) : undefined;
        if (held === undefined) kept.delete(id);
        else kept.set(id, held);
      }
    },
    release(id) {
      const each = kept.get(id);
      if (each !== undefined && !isUnseen(each)) kept.delete(id);
    },
    drafts: () => [...kept.values()].map(({ draft }) => draft),
    isAhead: () => [...kept.values()].some((each) => isUnseen(each)),
  };
}

/** A text stays while the host shows the same as when it got it; what is chosen is the host's from then on. */
function holdText(kept: KeptDraft, echo: string | undefined): KeptDraft | undefined {
  if (kept.isChosen || echo === undefined || (kept.echo ?? echo) !== echo) return undefined;
  return { ...kept, echo };
}
