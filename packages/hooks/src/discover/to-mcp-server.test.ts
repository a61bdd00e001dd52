import type { ServerState } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { isValidMcpServer } from '../hook/is-valid-mcp-server.ts';
import { toMcpServer, type ServerEvidence } from './to-mcp-server.ts';

const NOW = 2000;
const TOOL = { name: 'post_message', description: 'Posts.', inputSchema: { type: 'object', required: ['text'] } };

function toServer(evidence: Partial<ServerEvidence>) {
  return toMcpServer({ id: 'chat', tools: [TOOL], toolsSeenAt: 1000, ...evidence }, NOW);
}

describe('a server that was looked for', () => {
  it.each<[ServerState | undefined, string, string | undefined]>([
    ['running', 'available', undefined],
    ['idle', 'unknown', 'it starts when it is needed'],
    ['starting', 'unknown', 'it was still starting after 5 s'],
    ['disabled', 'unavailable', 'disabled'],
    ['retrying', 'unavailable', 'retrying'],
    ['needs-login', 'unavailable', 'needs-login'],
    ['failed', 'unavailable', 'failed'],
    ['auto-disabled', 'unavailable', 'auto-disabled'],
    ['stopped', 'unavailable', 'stopped'],
    [undefined, 'unknown', undefined],
  ])('that is %s is %s', (state, status, reason) => {
    const server = toServer({ state });
    expect([server.status, server.reason]).toEqual([status, reason]);
    expect(server.tools.map((tool) => tool.status)).toEqual([status]);
    expect(isValidMcpServer(server)).toBe(true);
  });

  it('says when its tools were last offered: now where it runs', () => {
    expect(toServer({ state: 'running' }).tools[0]?.lastSeen).toBe(NOW);
    expect(toServer({ state: 'failed' }).tools[0]?.lastSeen).toBe(1000);
    expect(toServer({ toolsSeenAt: undefined }).tools[0]).not.toHaveProperty('lastSeen');
    expect(toServer({}).lastDiscovered).toBe(NOW);
  });

  it('is unavailable where it cannot be used, and says why', () => {
    const server = toServer({ isUnusable: true, reason: 'the key has a colon' });
    expect(server).toMatchObject({ status: 'unavailable', reason: 'the key has a colon' });
  });

  it('has the tools as a person who picks one sees them', () => {
    const [tool] = toServer({ state: 'running' }).tools;
    expect(tool).toEqual({
      name: 'post_message',
      displayName: 'Post Message',
      description: 'Posts.',
      inputSchema: TOOL.inputSchema,
      serverId: 'chat',
      status: 'available',
      lastSeen: NOW,
    });
  });

  it('makes the best of what a server sends', () => {
    const tools = [
      { name: 'a', title: 'A tool' },
      { name: 'b', annotations: { title: 'B' } },
      { name: 7 },
      { title: 'c' },
    ];
    const server = toServer({ tools });
    expect(server.tools.map(({ displayName, inputSchema }) => [displayName, inputSchema])).toEqual([
      ['A tool', { type: 'object' }],
      ['B', { type: 'object' }],
    ]);
  });

  it('keeps its names and its description short', () => {
    const server = toServer({ id: 'x'.repeat(200), description: ` ${'d'.repeat(600)}` });
    expect(server.id).toHaveLength(200);
    expect(server.name).toHaveLength(100);
    expect(server.description?.length).toBeLessThanOrEqual(501);
    expect(toServer({ description: ' ' })).not.toHaveProperty('description');
    expect(toServer({ title: 'Team chat' }).name).toBe('Team chat');
  });
});
