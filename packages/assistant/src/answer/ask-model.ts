import { orAborted, ToolyardError } from '@toolyard/core';
import type { Model, ModelEvent, ModelRequest } from '../model/model.ts';

/** What ends an answer of a model: all of its parts. */
export type ModelAnswer = Extract<ModelEvent, { readonly type: 'end' }>;

/** What a model says before that. */
export type ModelProgress = Exclude<ModelEvent, ModelAnswer>;

/** A model, and who hears what it says. */
export interface ModelAsking {
  readonly model: Model;
  onEvent(event: ModelProgress): void;
}

/** Makes one request. Throws what the model throws, also that it was silent for too long, and the reason of `signal` at once. */
export async function askModel(
  { model, onEvent }: ModelAsking,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const events = model.ask(request, signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value: event } = await orAborted(events.next(), signal);
      if (done === true) break;
      if (event.type === 'end') return event;
      onEvent(event);
    }
    throw new ToolyardError('model-unavailable', `${model.id} ended its answer before it was whole. Ask again.`);
  } finally {
    // A model that hangs would never let go of its events.
    void Promise.resolve(events.return?.()).catch(() => undefined);
  }
}
