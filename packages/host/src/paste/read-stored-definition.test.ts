import { describe, expect, it } from 'vitest';
import { parseAsFile } from '../configuration/own-file.ts';
import { readStoredDefinition } from './read-stored-definition.ts';

const COMMON = { id: '1', name: 'a', enabled: true, failureCount: 0, autoDisabled: false, sectionBindings: [] };
const DOCKER = { image: 'mcp/time', containerName: 'time', command: ['--utc'], ports: { '3001': 39_001 } };

describe('readStoredDefinition', () => {
  it.each([
    [
      { transport: 'stdio', deploymentType: 'managed', dockerConfig: DOCKER },
      { docker: DOCKER },
      { kind: 'docker', docker: { image: 'mcp/time', containerName: 'time' } },
    ],
    [
      { transport: 'sse', deploymentType: 'external', sseConfig: { url: 'http://127.0.0.1:3001/sse' } },
      { type: 'sse', url: 'http://127.0.0.1:3001/sse' },
      { kind: 'url', transport: 'sse' },
    ],
    [
      {
        transport: 'sse',
        deploymentType: 'managed',
        dockerConfig: DOCKER,
        sseConfig: { url: 'http://127.0.0.1:39001/sse' },
      },
      { type: 'sse', url: 'http://127.0.0.1:39001/sse', docker: DOCKER },
      { kind: 'docker', endpoint: { transport: 'sse' } },
    ],
    [{ type: 'builtin' }, { type: 'builtin', name: 'tasks' }, { kind: 'builtin', name: 'tasks' }],
    [
      { command: 'npx', args: ['x'], trust: true },
      { command: 'npx', args: ['x'] },
      { kind: 'command', trust: false },
    ],
  ])('makes of %j what a configuration would have', (stored, definition, server) => {
    const read = readStoredDefinition({ ...COMMON, ...stored });
    expect(read).toEqual(definition);
    const { servers } = parseAsFile('/toolyard.json', JSON.stringify({ mcpServers: { a: read } }));
    expect(servers).toMatchObject([server]);
  });
});
