import { describe, expect, it } from 'vitest';
import { fromExposed, toExposed, toExposedHeaders } from './rename.mjs';

const names = { tools: new Map([['add', 'fixture__add']]), prompts: new Map([['ask', 'fixture__ask']]) };

describe('the names between the suite and the gateway', () => {
  it('are those that the gateway shows, in calls, prompts and completions', () => {
    const params = { name: 'add', arguments: { name: 'add' } };
    expect(toExposed(names, { id: 1, method: 'tools/call', params })).toEqual({
      id: 1,
      method: 'tools/call',
      params: { name: 'fixture__add', arguments: { name: 'add' } },
    });
    expect(toExposed(names, { method: 'prompts/get', params: { name: 'ask' } }).params.name).toBe('fixture__ask');
    const ref = { type: 'ref/prompt', name: 'ask' };
    expect(toExposed(names, { method: 'completion/complete', params: { ref } }).params.ref.name).toBe('fixture__ask');
  });

  it('are the same in headers, but for what is no name', () => {
    const headers = { 'mcp-method': 'tools/call', 'mcp-name': 'add', accept: 'text/plain' };
    expect(toExposedHeaders(names, headers)).toEqual({ ...headers, 'mcp-name': 'fixture__add' });
    const reading = { 'mcp-method': 'resources/read', 'mcp-name': 'add' };
    expect(toExposedHeaders(names, reading)).toEqual(reading);
    expect(toExposedHeaders(names, { accept: 'text/plain' })).toEqual({ accept: 'text/plain' });
  });

  it('are those of the server in lists', () => {
    const tools = [{ name: 'fixture__add', title: 'Add' }, { name: 'beside__echo' }];
    expect(fromExposed(names, { id: 1, result: { tools, ttlMs: 0 } })).toEqual({
      id: 1,
      result: { tools: [{ name: 'add', title: 'Add' }, { name: 'beside__echo' }], ttlMs: 0 },
    });
  });

  it('leave every other message as it is', () => {
    for (const message of [
      { method: 'ping', id: 1 },
      { id: 1, result: { content: [] } },
      { id: 1, error: {} },
      { method: 'tools/call', params: { name: 'unknown' } },
    ]) {
      expect(toExposed(names, fromExposed(names, message))).toEqual(message);
    }
  });
});
