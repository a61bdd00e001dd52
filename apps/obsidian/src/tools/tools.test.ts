import { type BoundNote, type HelpContext, parseNote, resolveBindings } from '@toolyard/documents';
import { readRealTools } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { listTools, toListed, type ListedTool } from './list-tools.ts';
import { findCallPlace, planToolCall } from './plan-tool-call.ts';
import { searchTools, type TextMatcher } from './search-tools.ts';

const REAL = readRealTools();
const SERVERS = [...new Set(REAL.map(({ server }) => server))];
const help: HelpContext = {
  servers: [...SERVERS, 'my server'].map((key) => ({ key, enabled: true })),
  catalogue: {
    listOf: (_kind, server) => REAL.filter((entry) => entry.server === server),
    find: (_kind, id) => REAL.find((entry) => entry.id === id),
  },
};

function bind(text: string): BoundNote {
  const note = parseNote(text, { servers: SERVERS });
  return resolveBindings(note, { bindings: [], path: 'a.md', servers: help.servers });
}

const contains =
  (query: string): TextMatcher =>
  (text) =>
    text.includes(query) ? -text.length : undefined;

const find = (id: string): ListedTool => {
  const entry = REAL.find((each) => each.id === id);
  if (entry === undefined) throw new Error(`There is no tool ${id}.`);
  return toListed(entry);
};

describe('541 real tools', () => {
  it('are found by their names first, then by their titles, then by their descriptions', () => {
    const tools = listTools(
      SERVERS.map((name) => ({ name, tools: [] })),
      help.catalogue,
    );
    expect(tools.map(({ id }) => id)).toEqual(REAL.map(({ id }) => id));
    const ids = (query: string): string[] => searchTools(tools, query, contains).map(({ id }) => id);
    expect(ids('')).toHaveLength(541);
    expect(ids('create_issue')[0]).toBe('github:create_issue');
    expect(ids('no such tool anywhere')).toEqual([]);
    expect(ids('pod logs').length).toBeGreaterThan(0);
  });

  it('say what they do to data, and what they cost', () => {
    const { hints, tokens, title } = find('kubernetes:kubectl_delete');
    expect(hints).toEqual(['Destructive']);
    expect(tokens).toBeGreaterThan(50);
    expect(title).toBe('kubectl_delete');
    expect(find('kubernetes:kubectl_get').hints).toEqual(['Read-only']);
  });

  it('are listed too where they are switched off', () => {
    const off = { name: 'gone', description: 'It was here.', isOn: false };
    const [tool] = listTools([{ name: 'nobody', tools: [{ name: 'on', isOn: true }, off] }], help.catalogue);
    expect(tool).toEqual({
      id: 'nobody:gone',
      server: 'nobody',
      name: 'gone',
      title: 'gone',
      description: 'It was here.',
      hints: [],
      isOn: false,
    });
  });
});

describe('a call that is inserted', () => {
  const tool = find('github:search_repositories');

  function insert(text: string, offset: number, more: Partial<ListedTool> = {}): string {
    const bound = bind(text);
    const at = findCallPlace(bound, offset);
    if (at === undefined) throw new Error('There is no place.');
    const edit = planToolCall(bound, at.place, { tool: { ...tool, ...more }, values: {} });
    return text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  }

  it('has its server as its language, and what is required left empty', () => {
    expect(insert('', 0)).toBe('```github\ntool: search_repositories\nquery: \n```\n');
  });

  it('names a server in an mcp block whose name is no language', () => {
    expect(insert('', 0, { server: 'my server' })).toBe(
      '```mcp\nserver: my server\ntool: search_repositories\nquery: \n```\n',
    );
    expect(insert('', 0, { server: 'python' })).toContain('```mcp\nserver: python\n');
  });

  it('is for the server of its section where that is bound', () => {
    const text = '---\ntoolyard: { bindings: [{ heading: "# A", server: notion }] }\n---\n\n# A\n\ntext\n';
    expect(findCallPlace(bind(text), text.length - 2)).toEqual({ place: { line: 7, isAfter: true }, server: 'notion' });
    expect(findCallPlace(bind(text), 5)?.server).toBeUndefined();
  });
});
