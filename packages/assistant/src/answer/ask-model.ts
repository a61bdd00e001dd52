import { onAbort, orAborted, ToolyardError, type Clock } from '@toolyard/core';
import type { Model, ModelEvent, ModelRequest } from '../model/model.ts';

/** What ends an answer of a model: all of its parts. */
export type ModelAnswer = Extract<ModelEvent, { readonly type: 'end' }>;

/** What a model says before that. */
export type ModelProgress = Exclude<ModelEvent, ModelAnswer>;

/** How a model is asked. */
export interface ModelAsking {
  readonly model: Model;
  readonly clock: Clock;
  /** How long it may send nothing, in milliseconds. */
  readonly silenceMs: number;
  onEvent(event: ModelProgress): void;
}

/** Makes one request. Throws what the model throws, `model-silent` where it sends nothing for too long, and the reason of `signal`. */
export async function askModel(asking: ModelAsking, request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
  const { model, onEvent } = asking;
  const guard = guardSilence(asking, signal);
  const events = model.ask(request, guard.signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value: event } = await orAborted(events.next(), guard.signal);
      if (done === true) break;
      guard.onHeard();
      if (event.type === 'end') return event;
      onEvent(event);
    }
    throw new ToolyardError('model-unavailable', `${model.id} ended its answer before it was whole. Ask again.`);
  } finally {
    guard.release();
    // A model that hangs would never let go of its events.
    void Promise.resolve(events.return?.()).catch(() => undefined);
  }
}

interface SilenceGuard {
  readonly signal: AbortSignal;
  onHeard(): void;
  release(): void;
}

/** One timer for a whole answer: events come by the thousand, and setting a timer for each costs more than they do. */
function guardSilence({ model, clock, silenceMs }: ModelAsking, stop: AbortSignal): SilenceGuard {
  const controller = new AbortController();
  let heardAt = clock.now();
  const look = (): void => {
    const left = heardAt + silenceMs - clock.now();
    if (left > 0) cancel = clock.after(left, look);
    else controller.abort(toSilent(model, silenceMs));
  };
  let cancel = clock.after(silenceMs, look);
  const forget = onAbort(stop, () => controller.abort(stop.reason));
  return {
    signal: controller.signal,
    onHeard: () => void (heardAt = clock.now()),
    release() {
      cancel();
      forget();
    },
  };
}

function toSilent({ id }: Model, silenceMs: number): ToolyardError {
  const seconds = Math.round(silenceMs / 1000);
  return new ToolyardError('model-silent', `${id} has sent nothing for ${seconds} s, so it was given up. Ask again.`);
}
