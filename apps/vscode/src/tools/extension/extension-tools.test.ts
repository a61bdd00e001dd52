import type { JsonObject } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { createFakeEditor, type FakeEditor } from '../../../test/fakes/create-fake-editor.ts';
import { createFakeFolder, createFakeFolders } from '../../../test/fakes/create-fake-folder.ts';
import { exampleLook, exampleServer, printRows } from '../../../test/fakes/example-look.ts';
import type { CommandTable } from '../../commands/command-table.ts';
import type { Duty } from '../../folder/folder.ts';
import type { EditorTool, EditorTools } from '../../ports/extension-tools.ts';
import type { Subject } from '../../rows/row.ts';
import { extensionToolRows } from '../../rows/extension-tool-rows.ts';
import { selectExtensionTools } from './select-extension-tools.ts';
import { toContentBlock } from './to-content-block.ts';
import { withExtensionTools } from './with-extension-tools.ts';

const tool = (name: string, more: Partial<EditorTool> = {}): EditorTool => ({
  name,
  description: `Does ${name}.`,
  inputSchema: {},
  tags: [],
  isBuiltin: false,
  ...more,
});
const mcp = (name: string, more: Partial<EditorTool> = {}): EditorTool => tool(name, { tags: ['mcp'], ...more });

describe('selectExtensionTools', () => {
  it('leaves out what the editor brings along, what has no extension, and Toolyard itself', () => {
    const tools = [
      tool('run_in_terminal'),
      tool('copilot_readFile', { extension: 'Copilot', isBuiltin: true }),
      tool('pr_open', { extension: 'Pull Requests' }),
      mcp('mcp_toolyard-vsco_it__echo'),
      mcp('mcp_toolyard_it__echo'),
      mcp('mcp_far_search'),
    ];
    expect(selectExtensionTools(tools, []).map(({ name }) => name)).toEqual(['mcp_far_search', 'pr_open']);
  });

  it('leaves out the tools of servers that were found in files, by the name or by a tool', () => {
    const byName = exampleServer('A Very Long Server Name', 0);
    const byKey = exampleServer('vscode/docs', 0, { name: 'Documentation' });
    const byTool = exampleServer('other-key', 1);
    const tools = [
      mcp('mcp_a_very_long_s_look'),
      mcp('mcp_docs_find'),
      mcp('mcp_probe-server_tool_0', { description: byTool.tools[0]?.description ?? '' }),
      mcp('mcp_another_tool_0', { description: 'Does something else.' }),
      tool('mcp_docs_own', { extension: 'Has an odd name' }),
    ];
    const left = selectExtensionTools(tools, [byName, byKey, byTool]);
    expect(left.map(({ name }) => name)).toEqual(['mcp_another_tool_0', 'mcp_docs_own']);
  });
});

describe('extensionToolRows', () => {
  const tools = [
    tool('pr_open', { extension: 'Pull Requests', description: 'Opens one.\nMore.' }),
    mcp('mcp_far_search'),
  ];

  it('are in a group of their own, each of which says that it asks', () => {
    const rows = extensionToolRows([exampleLook({ servers: [exampleServer('a', 0)] })], tools);
    expect(printRows(rows)).toEqual([
      'From extensions | asks each time · 2 tools',
      '  pr_open | asks each time · Pull Requests · Opens one.',
      '  mcp_far_search | asks each time · Does mcp_far_search.',
    ]);
    expect(rows[0]?.children?.[0]).toMatchObject({
      context: 'extension-tool',
      subject: { kind: 'extension-tool', tool: 'pr_open' },
    });
  });

  it('still say that there are no servers, and lead to adding one', () => {
    const rows = extensionToolRows([exampleLook()], tools);
    expect(printRows(rows)[0]).toBe('No MCP servers were found | add one');
    expect(rows[0]?.command?.id).toBe('toolyard.servers.add');
    expect(printRows(extensionToolRows([exampleLook({ isLooking: true })], tools))[0]).toContain('From extensions');
  });

  it('are none without a folder, without tools, or where a folder is not trusted', () => {
    expect(extensionToolRows([], tools)).toEqual([]);
    expect(extensionToolRows([exampleLook()], [])).toEqual([]);
    expect(extensionToolRows([exampleLook({ duty: { kind: 'untrusted' } })], tools)).toEqual([]);
  });
});

interface Bench {
  readonly editor: FakeEditor;
  readonly called: JsonObject[];
  run(id: string, subject?: Subject): Promise<void>;
}

function createBench({ duty = { kind: 'here' }, isRefused = false }: { duty?: Duty; isRefused?: boolean } = {}): Bench {
  const editor = createFakeEditor();
  const called: JsonObject[] = [];
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  const tools: EditorTools = {
    list: () => [tool('pr_open', { extension: 'Pull Requests', inputSchema })],
    async call(_name, given) {
      called.push(given);
      return isRefused ? undefined : [{ type: 'text', text: 'it is open' }];
    },
  };
  const others: CommandTable = { 'toolyard.tools.try': async () => void editor.shown.push('the tool of a server') };
  const parts = {
    editor,
    folders: createFakeFolders(createFakeFolder({ duty })),
    later: (work: () => Promise<void>) => void work(),
    accessOf: () => expect.fail('no server is needed'),
    readClipboard: async () => '',
    logs: { show: () => undefined },
  };
  const commands = withExtensionTools(parts, tools, others);
  return {
    editor,
    called,
    async run(id, subject = { kind: 'extension-tool', tool: 'pr_open' }) {
      await commands[`toolyard.tools.${id}`]?.(subject);
    },
  };
}

describe('tools of extensions', () => {
  it('are called with the arguments that were asked for, and what they gave is shown', async () => {
    const bench = createBench();
    bench.editor.answers.push('hello', 'Call the Tool');
    await bench.run('try');
    expect(bench.called).toEqual([{ text: 'hello' }]);
    expect(bench.editor.shown.at(-1)).toBe('text: Result of pr_open\nit is open');
  });

  it('are not called where the person leaves, and show nothing where the editor was told no', async () => {
    const left = createBench();
    left.editor.answers.push(undefined);
    await left.run('try');
    expect(left.called).toEqual([]);
    const refused = createBench({ isRefused: true });
    refused.editor.answers.push('hello', 'Call the Tool');
    await refused.run('try');
    expect(refused.editor.shown.some((line) => line.startsWith('text:'))).toBe(false);
  });

  it('are not called in a workspace that is not trusted, nor when they are gone', async () => {
    const bench = createBench({ duty: { kind: 'untrusted' } });
    await expect(bench.run('try')).rejects.toThrow('not trusted');
    await expect(bench.run('try', { kind: 'extension-tool', tool: 'gone' })).rejects.toThrow('not there any more');
    expect(bench.called).toEqual([]);
  });

  it('say why hooks cannot use them', async () => {
    const bench = createBench();
    await bench.run('useInHook');
    expect(bench.editor.shown[0]).toMatch(
      /^info: pr_open comes from the extension Pull Requests\. The editor asks before each of its calls, and hooks run while nobody looks on/,
    );
  });

  it('have a schema to look at, and leave the tools of servers to others', async () => {
    const bench = createBench();
    await bench.run('schema');
    expect(bench.editor.shown[0]).toContain('"required"');
    await bench.run('try', { kind: 'tool', folder: '/shop', server: 'a', tool: 'b' });
    expect(bench.editor.shown.at(-1)).toBe('the tool of a server');
  });
});

it.each([
  [{ value: 'text' }, { type: 'text', text: 'text' }],
  [{ value: { a: 1 } }, { type: 'text', text: '{"a":1}' }],
  [
    { data: new TextEncoder().encode('{}'), mimeType: 'application/json' },
    { type: 'text', text: '{}' },
  ],
  [
    { data: new Uint8Array([1, 2]), mimeType: 'image/png' },
    { type: 'image', data: 'AQI=', mimeType: 'image/png' },
  ],
])('takes a part of a result for what servers would say', (part, block) => {
  expect(toContentBlock(part)).toEqual(block);
});
