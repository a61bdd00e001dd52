import type { AnswerPart, Model, ModelEnd, ModelEvent, ModelRequest, TokenUsage } from '@toolyard/assistant';
import type { JsonObject } from '@toolyard/core';

/** One thing that a scripted model does: it says something, asks for a call, fails, or does nothing until it is stopped. */
export type ScriptedStep =
  | { readonly text: string }
  /** Its id is `call-N`, counted over the whole script, unless given. */
  | { readonly call: string; readonly arguments?: JsonObject | string; readonly id?: string }
  | { readonly event: ModelEvent }
  | { readonly fail: unknown }
  | { readonly end: ModelEnd }
  | 'hang';

/** What a scripted model does when it is asked once. */
export type ScriptedTurn = readonly ScriptedStep[];

/** A model in memory. */
export interface ScriptedModel extends Model {
  /** What it was asked, in order. */
  readonly requests: readonly ModelRequest[];
}

/** A model that does what a script says for each request; after its end it says `done`. */
export function createScriptedModel(
  script: readonly ScriptedTurn[] | ((request: ModelRequest, index: number) => ScriptedTurn),
  options: Partial<Omit<Model, 'ask'>> & { readonly usage?: TokenUsage } = {},
): ScriptedModel {
  const { usage = { inputTokens: 10, outputTokens: 5 }, ...about } = options;
  const requests: ModelRequest[] = [];
  let calls = 0;
  const nextId = (): string => `call-${++calls}`;

  async function* ask(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const index = requests.push(request) - 1;
    const turn = (typeof script === 'function' ? script(request, index) : script[index]) ?? [{ text: 'done' }];
    const parts: AnswerPart[] = [];
    let end: ModelEnd | undefined;
    for (const step of turn) {
      signal.throwIfAborted();
      if (step === 'hang') await untilAborted(signal);
      else if ('fail' in step) throw step.fail;
      else if ('end' in step) end = step.end;
      else if ('event' in step) yield step.event;
      else if ('text' in step) {
        parts.push({ type: 'text', text: step.text });
        yield { type: 'text', text: step.text };
      } else {
        const { call: name, arguments: given = {}, id = nextId() } = step;
        parts.push({ type: 'tool-call', id, name, arguments: given });
        yield { type: 'alive' };
      }
    }
    const asksForCalls = parts.some(({ type }) => type === 'tool-call');
    yield { type: 'end', reason: end ?? (asksForCalls ? 'tool-calls' : 'stop'), parts, usage };
  }

  return { id: 'scripted/model', contextTokens: 200_000, takesImages: true, ...about, requests, ask };
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
