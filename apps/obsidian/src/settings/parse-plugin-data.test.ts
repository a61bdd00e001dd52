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

describe('parsePluginData', () => {
  it('reads servers and limits, and takes neither health nor trust for a part of the definition', () => {
    const value = { mcpServers: [SERVER], mcpGlobalTimeout: 5000, mcpConcurrentLimit: 2, mcpSessionLimit: -1 };
    expect(parsePluginData(value)).toEqual({
      data: {
        servers: [{ id: '6f1c', name: 'files', enabled: true, definition: { command: 'npx', args: ['-y', 'server'] } }],
        bindings: [],
        timeoutMs: 5000,
        concurrentLimit: 2,
        sessionLimit: -1,
      },
      problems: [],
    });
  });

  it.each([null, undefined, {}, [], 'text'])('has defaults where %j was stored', (value) => {
    expect(parsePluginData(value)).toEqual({
      data: { servers: [], bindings: [], timeoutMs: 30_000, concurrentLimit: 25, sessionLimit: 25 },
      problems: [],
    });
  });

  it('leaves a server off that is not said to be on', () => {
    const { data } = parsePluginData({ mcpServers: [{ name: 'a', command: 'b' }] });
    expect(data.servers).toMatchObject([{ name: 'a', enabled: false }]);
  });

  it('uses the other servers where one has no name, or the name of another', () => {
    const { data, problems } = parsePluginData({ mcpServers: [SERVER, { command: 'x' }, { ...SERVER, id: '2' }] });
    expect(data.servers.map(({ name }) => name)).toEqual(['files']);
    expect(problems).toEqual([
      'Server 2 in the settings of Toolyard has no name, so it is not used. Give it one.',
      'There are two servers called "files" in the settings of Toolyard. Rename one of them.',
    ]);
  });

  it('uses no server of a newer format', () => {
    const { data, problems } = parsePluginData({ version: 2, mcpServers: [SERVER] });
    expect(data.servers).toEqual([]);
    expect(problems).toEqual(['The settings of Toolyard are of version 2, which is newer. Update the plugin.']);
  });
});
