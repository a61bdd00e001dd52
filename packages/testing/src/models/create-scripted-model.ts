import type { AnswerPart, Model, ModelEnd, ModelEvent, ModelRequest, TokenUsage } from '@toolyard/assistant';
import { ToolyardError } from '@toolyard/core';
import { toPieces } from './model-dialect.ts';
import type { ServedAnswer, ServedFailure } from './served-turn.ts';

/** A model in memory. */
export interface ScriptedModel extends Model {
  /** What it was asked, in order. */
  readonly requests: readonly ModelRequest[];
}

/** What such a model does: an answer for each request, or how it decides; after the end of a list it says `done`. */
export type ModelScript =
  | readonly (ServedAnswer | ServedFailure)[]
  | ((request: ModelRequest, index: number) => ServedAnswer | ServedFailure);

/** A model that does in memory what `startModelServer` does behind an API; its calls have the ids `call-1`, `call-2` and so on. */
export function createScriptedModel(
  script: ModelScript,
  options: Partial<Omit<Model, 'ask'>> & { readonly usage?: TokenUsage } = {},
): ScriptedModel {
  const { usage = { inputTokens: 10, outputTokens: 5 }, ...about } = options;
  const requests: ModelRequest[] = [];
  let count = 0;

  async function* ask(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const index = requests.push(request) - 1;
    const turn = (typeof script === 'function' ? script(request, index) : script[index]) ?? { text: 'done' };
    signal.throwIfAborted();
    if ('status' in turn) throw await toFailure(turn.status, signal);
    const { text, calls = [], ends = 'whole' } = turn;
    for (const piece of toPieces(text)) yield { type: 'text', text: piece };
    if (ends === 'silence' || ends === 'cut' || ends === 'overload') throw await toFailure(ends, signal);
    const parts: AnswerPart[] = text === undefined ? [] : [{ type: 'text', text }];
    for (const { tool, arguments: given } of calls) {
      parts.push({ type: 'tool-call', id: `call-${++count}`, name: tool, arguments: given });
    }
    const whole: ModelEnd = calls.length > 0 ? 'tool-calls' : 'stop';
    yield { type: 'end', reason: ends === 'whole' ? whole : ends, parts, usage };
  }

  return { id: 'scripted/model', contextTokens: 200_000, takesImages: true, ...about, requests, ask };
}

async function toFailure(how: ServedFailure['status'] | 'overload', signal: AbortSignal): Promise<unknown> {
  if (how !== 'silence') return new ToolyardError('model-unavailable', `The scripted model failed: ${how}`);
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
  });
}
