import { toToolId, type ToolOutcome } from '@toolyard/core';
import { fixturePath } from '@toolyard/testing';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createServerBench, type ServerBench } from '../../test/fakes/create-server-bench.ts';

const CONFIGURATION = { mcpServers: { asks: { command: process.execPath, args: [fixturePath('asks.mjs')] } } };
const { signal } = new AbortController();

async function call(bench: ServerBench, tool: string, { mayAsk }: { mayAsk: boolean }): Promise<unknown> {
  const { caller } = await bench.folder.openYard({ mayAsk });
  const outcome = await caller.call(
    { tool: toToolId('asks', tool), arguments: { question: 'Name?' }, origin: 'person' },
    signal,
  );
  return JSON.parse(textOf(outcome));
}

function textOf(outcome: ToolOutcome): string {
  const block = outcome.kind === 'failure' ? undefined : outcome.result.content?.[0];
  return typeof block?.['text'] === 'string' ? block['text'] : expect.fail(JSON.stringify(outcome));
}

describe('what servers ask during calls of the folder', () => {
  it('goes to the person who asked for the call, and to nobody else, whoever opened the yard', async () => {
    const bench = await createServerBench({ configuration: CONFIGURATION });
    bench.editor.answers.push('Approve');
    await bench.folder.openYard({ mayAsk: true });
    bench.editor.shown.length = 0;
    expect(await call(bench, 'ask', { mayAsk: false })).toMatchObject({ error: { code: -32601 } });
    expect(bench.editor.shown).toEqual([]);
    bench.editor.answers.push('Answer', 'Ann');
    expect(await call(bench, 'ask', { mayAsk: true })).toMatchObject({
      result: { action: 'accept', content: { answer: 'Ann' } },
    });
    expect(bench.editor.shown[0]).toBe('one: Server "asks" asks (for asks:ask): Answer, Decline');
    const root = { uri: pathToFileURL(bench.folder.path).href, name: 'work' };
    expect(await call(bench, 'roots', { mayAsk: true })).toMatchObject({ result: { roots: [root] } });
  });
});
