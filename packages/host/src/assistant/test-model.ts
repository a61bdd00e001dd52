import { toMessage, ToolyardError } from '@toolyard/core';
import type { Host } from '../ports/host.ts';
import { openHostModel } from './open-host-model.ts';

/** What one tiny request to a model gave; `ms` is the time to its first word. */
export type ModelTest = { readonly ok: true; readonly ms: number } | { readonly ok: false; readonly reason: string };

/** Asks a model for one word, by its id, with the keys and addresses of the environment. Rejects with the reason of `signal`, and for a bug. */
export async function testModel(
  host: Pick<Host, 'surroundings' | 'clock'>,
  id: string,
  signal: AbortSignal,
): Promise<ModelTest> {
  const { clock } = host;
  const began = clock.now();
  try {
    const { model, close } = openHostModel(host, { option: id });
    try {
      const content = [{ type: 'text', text: 'Answer with one word: ready' }] as const;
      const request = { system: '', messages: [{ role: 'user', content } as const], tools: [] };
      for await (const { type } of model.ask(request, signal)) if (type !== 'notice') break;
      return { ok: true, ms: clock.now() - began };
    } finally {
      close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!ToolyardError.is(error)) throw error;
    return { ok: false, reason: toMessage(error) };
  }
}
