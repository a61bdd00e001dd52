import type { ModelRequest, ToolScope } from '@toolyard/assistant';
import type { JsonObject } from '@toolyard/core';
import { createScriptedModel, waitUntil, type FakeServerOptions } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { callTo, eventsOf, openTestConversation, resultsOf } from './open-test-conversation.ts';

const forever = new AbortController().signal;
const BOUND: ToolScope = { binding: { name: '## Web', server: 'web' } };
const namesOf = (request: ModelRequest | undefined): string[] => (request?.tools ?? []).map(({ name }) => name);

/** A server with many tools of about 50 tokens each. */
function createMany(count: number): FakeServerOptions {
  return {
    tools: Array.from({ length: count }, (_, n) => `tool-${n}`),
    define: (name) => ({
      description: name === 'tool-400' ? 'Converts a currency' : `${name} does a thing. ${'It is useful. '.repeat(8)}`,
    }),
  };
}

describe('the tools at a place', () => {
  it.each<[string, ToolScope, string[]]>([
    ['a bound section', BOUND, ['web:get']],
    ['another section', {}, ['files:read', 'files:fail', 'files:wait', 'files:need', 'files:delete', 'web:get']],
    ['a section that is bound to a disabled server', { binding: { name: '## Off', server: 'off' } }, []],
    ['a conversation with servers of its own', { servers: ['web', 'off'] }, ['web:get']],
    ['a conversation without tools', { servers: [] }, []],
    ['a place with a switch', { servers: ['web'], isSwitchedOff: (tool) => tool === 'web:get' }, []],
  ])('of %s are those that may be called there', async (_, scope, names) => {
    const model = createScriptedModel([]);
    await (await openTestConversation(model, { scope: () => scope })).ask();
    expect(namesOf(model.requests[0])).toEqual(names);
  });

  it.each<[ToolScope, string, string]>([
    [BOUND, 'files:read', 'error: Section "## Web" is bound to server web; files is not available here'],
    [{}, 'off:never', 'error: Server off is disabled'],
    [{ servers: ['web'] }, 'files:read', 'error: Server files is not available here; this conversation uses web'],
    [{ servers: [] }, 'files:read', 'error: Server files is not available here; this conversation uses no server'],
    [{}, 'nobody:x', 'error: Server not found: nobody'],
    [{}, 'filse:read', 'error: Server not found: filse; did you mean "files"?'],
    [{ isSwitchedOff: () => true }, 'web:get', 'error: Tool web:get is switched off'],
  ])('count when a model asks for another one all the same: %j %s', async (scope, call, result) => {
    const opened = await openTestConversation(createScriptedModel([{ calls: [callTo(call)] }]), { scope: () => scope });
    expect(resultsOf(await opened.ask())).toEqual([result]);
    expect(opened.asked).toEqual([]);
  });

  it('are found with one look at the note, however many there are', async () => {
    let looks = 0;
    const opened = await openTestConversation(createScriptedModel([]), {
      servers: { many: createMany(500) },
      scope() {
        looks += 1;
        return {};
      },
    });
    await opened.ask();
    expect(looks).toBe(1);
  });

  it('are looked at again after people were asked', async () => {
    let scope: ToolScope = {};
    const opened = await openTestConversation(createScriptedModel([{ calls: [callTo('files:read')] }]), {
      scope: () => scope,
      decide() {
        scope = BOUND;
        return 'once';
      },
    });
    expect(resultsOf(await opened.ask())).toEqual([
      'error: Section "## Web" is bound to server web; files is not available here',
    ]);
    expect(opened.yard.calls.history()).toMatchObject([{ approval: 'once', status: 'error' }]);
  });

  it('that say after an approval that they may destroy something are not called', async () => {
    let annotations = {};
    const opened = await openTestConversation(createScriptedModel([{ calls: [callTo('a:put')] }]), {
      servers: { a: { tools: ['put'], define: () => ({ annotations }) } },
      approver: {
        async decide(calls) {
          annotations = { destructiveHint: true };
          opened.links.starts.get('a')?.server.offer(['put', 'more']);
          await waitUntil(() => opened.yard.catalogue.find('tools', 'a:more') !== undefined);
          return new Map(calls.map(({ id }) => [id, 'once']));
        },
      },
    });
    expect(resultsOf(await opened.ask())).toEqual([
      'error: a:put was not called: it says since its approval that it may destroy something. Ask for it again.',
    ]);
  });

  it('are what a program with a model of its own gets', async () => {
    const opened = await openTestConversation(createScriptedModel([]), {
      scope: () => BOUND,
      serverName: () => 'The Web',
      decide: ({ arguments: given }) => (given['ok'] === true ? 'once' : 'denied'),
    });
    const context = opened.conversation.toolContext(forever);
    expect(context).toMatchObject({
      tools: [{ serverId: 'web', serverName: 'The Web', toolName: 'get', description: '' }],
      enabledServers: ['web'],
      sectionBinding: 'web',
    });
    expect(await context.executeTool('web', 'get', { ok: true })).toMatchObject({ kind: 'success' });
    await expect(context.executeTool('web', 'get', {})).rejects.toMatchObject({ code: 'call-denied' });
    await expect(context.executeTool('files', 'read', {})).rejects.toThrow('files is not available here');
    const origins = opened.yard.calls.history().map(({ origin, conversation }) => `${origin} ${conversation}`);
    expect(origins).toEqual(Array(3).fill('assistant c1'));
  });
});

describe('the tools of a program with a model of its own', () => {
  it('are chosen by its question within the budget', async () => {
    const servers = { many: createMany(500) };
    const { conversation } = await openTestConversation(createScriptedModel([]), { servers, toolBudgetTokens: 2000 });
    const { tools } = conversation.toolContext(forever, 'Which currency is it?');
    expect(tools[0]).toMatchObject({ serverId: 'many', toolName: 'tool-400' });
  });

  it('return no secrets, and what has none as it is', async () => {
    const results: Record<string, JsonObject> = {
      text: { content: [{ type: 'text', text: 'it is s3cr3t' }] },
      data: { content: [], structuredContent: { deep: ['s3cr3t'] } },
      plain: { content: [{ type: 'text', text: 'it is' }] },
    };
    const call = (tool: string): string => JSON.stringify(results[tool]).replace('{', '{ ');
    const { conversation } = await openTestConversation(createScriptedModel([]), {
      servers: { a: { tools: Object.keys(results), call } },
      redact: (text) => text.replaceAll('s3cr3t', '***'),
    });
    const { executeTool } = conversation.toolContext(forever);
    const masked = { content: [{ type: 'text', text: 'it is ***' }] };
    expect(await executeTool('a', 'text', {})).toMatchObject({ result: masked, json: JSON.stringify(masked) });
    expect(await executeTool('a', 'data', {})).toMatchObject({ result: { structuredContent: { deep: ['***'] } } });
    expect(await executeTool('a', 'plain', {})).toMatchObject({ result: results['plain'], json: call('plain') });
  });
});

describe('many tools', () => {
  it('are chosen by the question within the budget, and the rest is said to exist', async () => {
    const model = createScriptedModel([]);
    const opened = await openTestConversation(model, { servers: { many: createMany(500) }, toolBudgetTokens: 2000 });
    const events = await opened.ask('Which currency is it?');
    const names = namesOf(model.requests[0]);
    expect(names[0]).toBe('many:tool-400');
    expect(names.length).toBeGreaterThan(20);
    expect(opened.conversation.toolTokens()).toBeLessThanOrEqual(2000);
    const [notice] = eventsOf(events, 'notice');
    expect(notice?.message).toBe(
      `The model is told of ${names.length} of 500 tools (about ${opened.conversation.toolTokens()} of at most 2000 tokens), chosen by the question`,
    );
    expect(model.requests[0]?.system).toMatch(/There are further tools.*: many:tool-\d+.* and \d+ more\./);
    expect(model.requests[0]?.system.length).toBeLessThan(3000);
  });

  it('are only added to, and a tool that was not described is when the model calls it', async () => {
    const model = createScriptedModel([{ text: 'a' }, { calls: [callTo('many__tool-499')] }]);
    const opened = await openTestConversation(model, { servers: { many: createMany(500) }, toolBudgetTokens: 2000 });
    await opened.ask('Hello');
    await opened.ask('Which currency is it?');
    const [first, second, third] = model.requests.map(namesOf);
    expect(second?.slice(0, first?.length)).toEqual(first);
    expect(second).toContain('many:tool-400');
    expect(third).toEqual([...(second ?? []), 'many:tool-499']);
  });

  it('that all fit are all described, also those of a server that comes later', async () => {
    const model = createScriptedModel([]);
    const opened = await openTestConversation(model);
    await opened.ask();
    await opened.yard.enable('off');
    await opened.yard.settled({ signal: forever });
    const events = await opened.ask();
    expect(namesOf(model.requests[1])).toEqual([...namesOf(model.requests[0]), 'off:never']);
    expect(eventsOf(events, 'notice')).toEqual([]);
  });

  it('with a broken or a huge schema are left out, and the broken are named', async () => {
    const model = createScriptedModel([]);
    const huge = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`field${n}`, { type: 'string' }]));
    const servers: Record<string, FakeServerOptions> = {
      odd: {
        tools: ['broken', 'huge', 'plain'],
        define: (name) => ({
          ...(name === 'broken' ? { inputSchema: 'a string' } : {}),
          ...(name === 'huge' ? { inputSchema: { type: 'object', properties: huge } } : {}),
        }),
      },
    };
    const opened = await openTestConversation(model, { servers });
    const events = await opened.ask();
    expect(namesOf(model.requests[0])).toEqual(['odd:plain']);
    expect(eventsOf(events, 'notice').map(({ message }) => message)).toEqual([
      'Not offered to the model, since the schema of the arguments is no JSON object: odd:broken',
      expect.stringContaining('The model is told of 1 of 2 tools'),
    ]);
  });
});
