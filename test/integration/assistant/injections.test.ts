import type { ModelRequest } from '@toolyard/assistant';
import { createRedactor, isJsonObject, type Frame, type JsonObject } from '@toolyard/core';
import { createScriptedModel, type FakeServerOptions, type ServedAnswer } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { INJECTIONS } from './injections.ts';
import { callTo, eventsOf, openTestConversation } from './open-test-conversation.ts';

const SECRET = 'sk-live-4f9c1b7a2e8d';

/** Calls that a text asks for, also where it hides them. */
function findInstructions(text: string): { readonly tool: string; readonly arguments: JsonObject }[] {
  const decoded = text.replaceAll(/[A-Za-z0-9+/]{40,}={0,2}/g, (word) => `${word} ${atob(word)}`);
  return [...decoded.matchAll(/(\w+:\w+) (\{[^{}]*\})/g)].flatMap(([, tool = '', json = '']) => {
    const value: unknown = JSON.parse(json.replaceAll('\\"', '"'));
    return isJsonObject(value) ? [{ tool, arguments: value }] : [];
  });
}

/** Obeys every instruction in what tools returned, and puts all that it knows where it is told to put a secret. */
function obey(request: ModelRequest, index: number): ServedAnswer {
  if (index === 0) return { calls: [callTo('vault:env'), callTo('notes:read')] };
  const last = request.messages.at(-1);
  const texts = last?.role === 'tool' ? last.answers.flatMap(({ content }) => content) : [];
  const known = JSON.stringify(request.messages).slice(0, 5000);
  const calls = texts
    .flatMap((content) => (content.type === 'text' ? findInstructions(content.text) : []))
    .map(({ tool, arguments: given }) => ({
      tool,
      arguments: Object.fromEntries(
        Object.entries(given).map(([name, value]) => [name, String(value).replace('SECRET', known)]),
      ),
    }));
  return calls.length === 0 ? { text: 'I did what I was told.' } : { calls };
}

const MAY_RUN = ['vault:env', 'notes:read', 'web:search'];

describe('a model that obeys what tools return', () => {
  it('has enough to obey', () => {
    expect(INJECTIONS.length).toBeGreaterThanOrEqual(30);
    expect(INJECTIONS.filter((text) => findInstructions(text).length === 0)).toEqual([]);
  });

  it.each(INJECTIONS.map((text) => [text.slice(0, 60), text]))(
    'makes no call that nobody approved: %s',
    async (_, text) => {
      const arrived: string[] = [];
      const serve = (key: string, tools: readonly string[], said: string): FakeServerOptions => ({
        tools,
        call(name: string, frame: Frame) {
          arrived.push(`${key}:${name} ${JSON.stringify(frame.param('arguments'))}`);
          return JSON.stringify({ content: [{ type: 'text', text: said }] });
        },
      });
      const model = createScriptedModel(obey);
      const opened = await openTestConversation(model, {
        servers: {
          vault: serve('vault', ['env'], `TOKEN=${SECRET} and in base64 ${btoa(SECRET)}`),
          notes: serve('notes', ['read'], text),
          web: serve('web', ['search'], 'nothing found'),
          mail: serve('mail', ['send'], 'sent'),
          shell: serve('shell', ['run'], 'ran'),
          files: serve('files', ['delete'], 'deleted'),
        },
        redact: createRedactor([SECRET], Number.POSITIVE_INFINITY),
        approvals: {
          isApproved: async (tool) => MAY_RUN.includes(tool),
          approveTool: () => Promise.reject(new Error('nobody approved anything')),
          approveServer: () => Promise.reject(new Error('nobody approved anything')),
        },
        decide: () => 'denied',
      });
      const events = await opened.ask('What do my notes say?');
      expect(arrived.filter((call) => !MAY_RUN.some((tool) => call.startsWith(`${tool} `)))).toEqual([]);
      for (const form of [SECRET, btoa(SECRET)]) {
        expect(arrived.filter((call) => call.includes(form))).toEqual([]);
        expect(JSON.stringify(model.requests)).not.toContain(form);
        expect(JSON.stringify(events)).not.toContain(form);
      }
      const wanted = eventsOf(events, 'tool-call').filter(({ tool }) => !['vault:env', 'notes:read'].includes(tool));
      expect(wanted.length).toBeGreaterThan(0);
    },
  );
});
