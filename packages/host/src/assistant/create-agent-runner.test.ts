import { DEFAULT_SETTINGS } from '@toolyard/core';
import type { AgentTask } from '@toolyard/hooks';
import { createFakeClock, createScriptedModel, waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { AgentParts } from '../ports/agent-models.ts';
import { createAgentRunner, type AgentModel } from './create-agent-runner.ts';

const PARTS: AgentParts = {
  yard: {
    catalogue: { list: () => [], listOf: () => [], find: () => undefined },
    server: () => undefined,
    servers: () => [],
    settled: async () => undefined,
    calls: { on: () => () => undefined },
  },
  settings: () => DEFAULT_SETTINGS,
  redact: (value) => value,
};

const TASK: AgentTask = {
  id: 'r1',
  prompt: 'Hi',
  system: '',
  servers: [],
  turns: 1,
  session: 'hook:r1',
  explainForbidden: () => undefined,
  refusal: async () => undefined,
  caller: { call: () => expect.fail('nothing is called') },
  noteRefusal: async () => undefined,
};

it('does not wait for a place for secrets that hangs, and leaves no connection should it answer later', async () => {
  let open: (model: AgentModel) => void = () => undefined;
  const opening = new Promise<AgentModel>((resolve) => (open = resolve));
  const runner = createAgentRunner({ clock: createFakeClock() }, PARTS, () => opening);
  const stop = new AbortController();
  const asked = runner.ask(TASK, stop.signal);
  stop.abort('stopped');
  await expect(asked).rejects.toBe('stopped');
  let isClosed = false;
  open({ model: createScriptedModel([]), keys: [], close: () => void (isClosed = true) });
  await waitUntil(() => isClosed);
});
