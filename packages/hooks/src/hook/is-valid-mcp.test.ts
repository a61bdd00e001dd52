import { describe, expect, it } from 'vitest';
import { isValidMcpParams, isValidParameterMapping } from './is-valid-mcp-params.ts';
import { isValidMcpServer, isValidMcpTool } from './is-valid-mcp-server.ts';
import { toDisplayName } from './to-display-name.ts';

const PARAMS = {
  serverId: 's',
  toolName: 'a/b.c-d',
  parameterMappings: [{ toolParam: 'p', source: 'literal', value: 1 }],
};
const TOOL = {
  name: 'a/b.c-d',
  displayName: 'A B C D',
  description: '',
  inputSchema: { type: 'object' },
  serverId: 's',
};
const SERVER = { id: 's', name: 'S', status: 'unknown', tools: [TOOL], lastDiscovered: 1 };

describe('isValidMcpParams', () => {
  it.each([
    PARAMS,
    { ...PARAMS, timeout: 1000 },
    { ...PARAMS, timeout: 300_000 },
    { ...PARAMS, parameterMappings: [] },
  ])('accepts %j', (value) => expect(isValidMcpParams(value)).toBe(true));

  it.each([
    null,
    [],
    'x',
    {},
    { ...PARAMS, serverId: '' },
    { ...PARAMS, toolName: 1 },
    { ...PARAMS, parameterMappings: {} },
    { ...PARAMS, parameterMappings: [{}] },
    { ...PARAMS, timeout: 999 },
    { ...PARAMS, timeout: 300_001 },
    { ...PARAMS, timeout: '30000' },
  ])('refuses %j', (value) => expect(isValidMcpParams(value)).toBe(false));
});

describe('isValidParameterMapping', () => {
  it.each([
    { toolParam: 'p', source: 'context', value: 'branch' },
    { toolParam: 'p', source: 'template', value: { a: '{branch}' } },
    { toolParam: 'p', source: 'literal', value: null },
    { toolParam: 'p', source: 'literal', value: [1, { a: true }] },
  ])('accepts %j', (value) => expect(isValidParameterMapping(value)).toBe(true));

  it.each([
    { toolParam: '', source: 'literal', value: 1 },
    { toolParam: 'p', source: 'other', value: 1 },
    { toolParam: 'p', source: 'literal' },
    { toolParam: 'p', source: 'context', value: 1 },
    { toolParam: 'p', source: 'template', value: 1 },
    null,
  ])('refuses %j', (value) => expect(isValidParameterMapping(value)).toBe(false));
});

describe('isValidMcpServer and isValidMcpTool', () => {
  it('accept what the seed describes, and real names of tools', () => {
    expect(isValidMcpServer(SERVER)).toBe(true);
    expect(isValidMcpServer({ ...SERVER, description: 'd', tools: [] })).toBe(true);
    expect(isValidMcpTool(TOOL)).toBe(true);
  });

  it.each([
    { id: '' },
    { name: 'x'.repeat(101) },
    { status: 'running' },
    { tools: {} },
    { tools: [{ ...TOOL, name: '' }] },
    { lastDiscovered: 0 },
    { description: 1 },
  ])('refuse a server with %j', (change) => expect(isValidMcpServer({ ...SERVER, ...change })).toBe(false));

  it.each([
    { displayName: 'x'.repeat(101) },
    { displayName: '' },
    { description: null },
    { inputSchema: [] },
    { serverId: 1 },
  ])('refuse a tool with %j', (change) => expect(isValidMcpTool({ ...TOOL, ...change })).toBe(false));
});

describe('toDisplayName', () => {
  it.each([
    [{ name: 'search_repository' }, 'Search Repository'],
    [{ name: 'search_repository', title: 'Find code' }, 'Find code'],
    [{ name: 'search_repository', title: ' ' }, 'Search Repository'],
    [{ name: 'createIssue2' }, 'Create Issue2'],
    [{ name: 'repo/list-all.v2' }, 'Repo List All V2'],
    [{ name: '__' }, '__'],
    [{ name: 'äther' }, 'Äther'],
    [{ name: 'x', title: '😀'.repeat(100) }, '😀'.repeat(100)],
    [{ name: 'x', title: 'y'.repeat(101) }, `${'y'.repeat(99)}…`],
  ])('%j is %j', (tool, name) => expect(toDisplayName(tool)).toBe(name));
});
