import { expect, it } from 'vitest';
import { exampleLook, exampleServer, NOW, printRows } from '../../test/fakes/example-look.ts';
import { createRowTree } from './create-row-tree.ts';
import { serverRows } from './server-rows.ts';

it('shows servers with status, tools, source and reason in words, and their tools below', () => {
  const servers = [
    exampleServer('chat', 1),
    exampleServer('git', 2, { status: 'unavailable', reason: 'Server "git" did not start: "npx" was not found.' }),
    exampleServer('docs', 0, { status: 'unknown', source: 'vscode', reason: 'it starts when it is needed' }),
  ];
  const rows = serverRows([exampleLook({ servers })], NOW);
  expect(printRows(rows)).toEqual([
    'chat | available · 1 tool',
    '  Tool 0 | Does 0.',
    'git | unavailable: Server "git" did not start: "npx" was not found. · 2 tools · last seen 2 h ago',
    '  unavailable: Server "git" did not start: "npx" was not found.',
    '  Tool 0 | Does 0.',
    '  Tool 1 | Does 1.',
    'docs | unknown · from VS Code · it starts when it is needed',
    '  unknown: it starts when it is needed',
  ]);
  expect(rows.map(({ context }) => context)).toEqual(['server.available', 'server.unavailable', 'server.unknown']);
  expect(rows[0]?.children?.[0]).toMatchObject({
    context: 'tool',
    subject: { kind: 'tool', folder: '/shop', server: 'chat', tool: 'tool_0' },
    accessibleLabel: 'Tool 0, available, Does 0.',
  });
  expect(rows[0]?.children?.[0]?.tooltip).toContain(String.raw`- text \(string\, required\)`);
});

it('shows no error where a server was only switched off', () => {
  const servers = ['disabled', 'exited with code 3'].map((reason, index) =>
    exampleServer(`s${index}`, 0, { status: 'unavailable', reason }),
  );
  const rows = serverRows([exampleLook({ servers })], NOW);
  expect(rows.map(({ icon }) => icon?.name)).toEqual(['circle-slash', 'error']);
});

it('says why the configuration cannot be used, also where nothing runs, and opens the place', () => {
  const place = { file: '/shop/toolyard.json', line: 3, column: 7 };
  const configurationProblem = { message: '/shop/toolyard.json: $: Expected a comma', place };
  const rows = serverRows([exampleLook({ duty: { kind: 'untrusted' }, configurationProblem })], NOW);
  expect(printRows(rows)).toEqual(['Problem in toolyard.json | Expected a comma']);
  expect(rows[0]?.place).toEqual(place);
});

it('says that it looks, what it could not read, and that servers wait for approval', () => {
  const look = exampleLook({
    isLooking: true,
    needsServerApproval: true,
    serverWarnings: ['/home/me/mcp.json: Expected a comma'],
  });
  expect(printRows(serverRows([look], NOW))).toEqual([
    'Looking for servers…',
    'Servers are not approved | review and approve',
    'Problem in mcp.json | Expected a comma',
  ]);
});

it('leaves the rows of known servers where they are while it looks again, so that their buttons can be pressed', () => {
  const servers = [exampleServer('chat', 1)];
  const tree = createRowTree();
  tree.update(serverRows([exampleLook({ servers })], NOW));
  expect(tree.update(serverRows([exampleLook({ servers, isLooking: true })], NOW))).toEqual([]);
});

it('has a row for each folder of several, and none where no folder has anything', () => {
  const folders = [exampleLook({ servers: [exampleServer('chat', 1)] }), exampleLook({}, '/site')];
  expect(printRows(serverRows(folders, NOW), 2)).toEqual([
    'shop | 1 server',
    '  chat | available · 1 tool',
    'site | 0 servers',
  ]);
  expect(serverRows([exampleLook(), exampleLook({}, '/site')], NOW)).toEqual([]);
});

it('takes schemas and sources of any kind', () => {
  const tools = [{ properties: 'x' }, { properties: { a: true }, required: 'a' }, {}].map((inputSchema, index) => ({
    name: `t${index}`,
    displayName: `T${index}`,
    description: '',
    inputSchema,
    serverId: 'odd',
  }));
  const [row] = serverRows(
    [exampleLook({ servers: [exampleServer('odd', 0, { tools, source: 'constructor' })] })],
    NOW,
  );
  expect(row?.description).toBe('available · 3 tools');
  expect(row?.children?.[1]?.tooltip).toContain(String.raw`- a \(any\)`);
});
