import { describe, expect, it } from 'vitest';
import { parsePluginData } from './parse-plugin-data.ts';

const SERVER = {
  id: '6f1c',
  name: 'files',
  enabled: true,
  command: 'npx',
  args: ['-y', 'server'],
  trust: true,
  lastConnectedAt: 1,
  failureCount: 2,
  autoDisabled: false,
  sectionBindings: [],
};

const ASSISTANT = {
  models: [],
  preview: 'first',
  names: { system: 'System', user: 'User', assistant: 'Assistant' },
  tokenLimit: -1,
};

const NOTHING = {
  data: {
    servers: [],
    bindings: [],
    timeoutMs: 30_000,
    concurrentLimit: 25,
    sessionLimit: 25,
    naming: 'safe',
    assistant: ASSISTANT,
  },
  problems: [],
  isFormer: false,
  rest: { members: {}, servers: [] },
};

describe('parsePluginData', () => {
  it('reads servers and limits, and takes neither health nor trust for a part of the definition', () => {
    const value = { mcpServers: [SERVER], mcpGlobalTimeout: 5000, mcpConcurrentLimit: 2, mcpSessionLimit: -1 };
    expect(parsePluginData(value)).toEqual({
      ...NOTHING,
      data: {
        servers: [
          {
            id: '6f1c',
            name: 'files',
            enabled: true,
            definition: { command: 'npx', args: ['-y', 'server'] },
            health: { lastConnectedAt: 1, failureCount: 2, autoDisabled: false },
            sectionBindings: [],
          },
        ],
        bindings: [],
        timeoutMs: 5000,
        concurrentLimit: 2,
        sessionLimit: -1,
        naming: 'safe',
        assistant: ASSISTANT,
      },
    });
  });

  it.each([null, undefined, {}])('has defaults where %j was stored', (value) => {
    expect(parsePluginData(value)).toEqual(NOTHING);
  });

  it.each([[[]], ['text'], [5]])('refuses %j', (value) => {
    expect(parsePluginData(value)).toEqual({
      ...NOTHING,
      refused: { kind: 'broken', reason: 'the file is not a JSON object' },
    });
  });

  it('leaves a server off that is not said to be on', () => {
    const { data } = parsePluginData({ mcpServers: [{ name: 'a', command: 'b' }] });
    expect(data.servers).toMatchObject([{ name: 'a', enabled: false }]);
  });

  it('uses the other servers where one has no name, or the name of another', () => {
    const { data, problems, rest } = parsePluginData({
      mcpServers: [SERVER, { command: 'x' }, { ...SERVER, id: '2' }],
    });
    expect(data.servers.map(({ name }) => name)).toEqual(['files']);
    expect(problems).toEqual([
      'Server 2 in the settings of Toolyard has no name, so it is not used. Give it one.',
      'There are two servers called "files" in the settings of Toolyard. Rename one of them.',
    ]);
    expect(rest.servers).toEqual([{ command: 'x' }, { ...SERVER, id: '2' }]);
  });

  it('uses no limit and no binding that a configuration would refuse', () => {
    const sectionBindings = [
      { sectionType: 'heading', headingText: 5 },
      { sectionType: 'block', blockId: 'x' },
    ];
    const { data, problems } = parsePluginData({ mcpGlobalTimeout: 5, mcpServers: [{ ...SERVER, sectionBindings }] });
    expect(data.timeoutMs).toBe(30_000);
    expect(data.bindings).toEqual([{ document: '**', block: 'x', server: 'files', inherit: true }]);
    expect(problems).toEqual([
      expect.stringMatching(/^"mcpGlobalTimeout" in the settings of Toolyard is not used: /),
      expect.stringMatching(/^A binding to server "files" in the settings of Toolyard is not used: /),
    ]);
  });

  it.each(['1e17', '-1e17', '1e999', '"2026"'])('takes no last connection at %s, which is no date', (time) => {
    const text = `{"mcpServers":[{"name":"a","lastConnectedAt":${time}}]}`;
    expect(parsePluginData(JSON.parse(text)).data.servers[0]?.health).toEqual({ failureCount: 0, autoDisabled: false });
  });

  it('uses no server of a newer format', () => {
    const { data, refused } = parsePluginData({ version: 2, mcpServers: [SERVER] });
    expect(data.servers).toEqual([]);
    expect(refused).toEqual({ kind: 'newer', reason: 'the file is of version 2, which is newer than this plugin' });
  });
});
