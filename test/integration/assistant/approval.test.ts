import { createFixedApprover, type CallApprovals } from '@toolyard/assistant';
import type { ToolId } from '@toolyard/core';
import { createScriptedModel } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { callTo, eventsOf, openTestConversation, resultsOf } from './open-test-conversation.ts';

const CALLS = { calls: [callTo('files:read'), callTo('files:delete'), callTo('web:get')] };

function createStore(): CallApprovals & { readonly approved: string[] } {
  const approved: string[] = [];
  return {
    approved,
    isApproved: async (tool) => approved.includes(tool) || approved.includes(tool.split(':')[0] ?? ''),
    approveTool: async (tool: ToolId) => void approved.push(tool),
    approveServer: async (server) => void approved.push(server),
  };
}

async function decide(options: Parameters<typeof openTestConversation>[1]) {
  const opened = await openTestConversation(createScriptedModel([CALLS]), options);
  const events = await opened.ask();
  return {
    decisions: eventsOf(events, 'approval').map(({ decision }) => decision),
    results: resultsOf(events),
    asked: opened.asked.map((calls) => calls.map(({ tool }) => tool)),
  };
}

describe('an approval', () => {
  it('for good counts for later calls, but a tool that may destroy something is asked about each time', async () => {
    const approvals = createStore();
    const first = await decide({ approvals, decide: () => 'always-tool' });
    expect(first.decisions).toEqual(['always-tool', 'once', 'always-tool']);
    expect(approvals.approved).toEqual(['files:read', 'web:get']);
    const second = await decide({ approvals });
    expect(second.decisions).toEqual(['remembered', 'once', 'remembered']);
    expect(second.asked).toEqual([['files:delete']]);
  });

  it('of a server covers its tools, but not those that may destroy something', async () => {
    const approvals = createStore();
    const all = await decide({ approvals, decide: ({ server }) => (server === 'files' ? 'always-server' : 'denied') });
    expect(all.decisions).toEqual(['always-server', 'always-server', 'denied']);
    expect((await decide({ approvals })).asked).toEqual([['files:delete', 'web:get']]);
  });

  it('is not asked for on a server with trust', async () => {
    const { asked, decisions } = await decide({ isTrusted: (server) => server === 'files' });
    expect(decisions).toEqual(['trusted', 'trusted', 'once']);
    expect(asked).toEqual([['web:get']]);
  });

  it('is missing for a call that the answer does not name', async () => {
    const { results } = await decide({ approver: { decide: async () => new Map() } });
    expect(results[2]).toBe('error: web:get was not called: the user denied it');
  });

  it('that fails leaves no call unanswered', async () => {
    const bug = new Error('no dialog');
    const opened = await openTestConversation(createScriptedModel([CALLS]), {
      approver: { decide: () => Promise.reject(bug) },
    });
    await expect(opened.ask()).rejects.toBe(bug);
    expect(resultsOf(opened.events)).toEqual(Array(3).fill('error: Not called: no dialog'));
    expect(eventsOf(await opened.ask(), 'end')).toEqual([{ type: 'end', reason: 'stop' }]);
  });
});

describe('nobody to ask', () => {
  const tail = ', or with "trust" on the server.';
  const nobody = (tool: string): string =>
    `error: ${tool} was not called: nobody can be asked for approval here. The user can allow calls with --yes${tail}`;

  it('refuses, and tells the model what would allow it', async () => {
    const { decisions, results } = await decide({ approver: createFixedApprover('none') });
    expect(decisions).toEqual(['denied', 'denied', 'denied']);
    expect(results).toEqual(['files:read', 'files:delete', 'web:get'].map(nobody));
  });

  it('allows with --yes everything but what may destroy something', async () => {
    const { results } = await decide({ approver: createFixedApprover('all-but-destructive') });
    expect(results).toEqual([
      'success: read {}',
      `error: files:delete was not called: it may destroy something, and --yes does not cover that. The user can allow it with --yes-destructive${tail}`,
      'success: get {}',
    ]);
  });

  it('allows that too with --yes-destructive', async () => {
    const { decisions } = await decide({ approver: createFixedApprover('all') });
    expect(decisions).toEqual(['once', 'once', 'once']);
  });
});
