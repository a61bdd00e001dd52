import type { CatalogueEntry, ServerStatus, Yard } from '@toolyard/core';
import { createConfiguration } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { toErrorJson } from '../process/report-error.ts';
import { findTool, selectForTool } from './find-tool.ts';

const configuration = createConfiguration({ files: {}, notes: {}, broken: {}, off: { enabled: false } });

function entry(server: string, name: string): CatalogueEntry {
  return { kind: 'tools', server, name, id: `${server}:${name}`, json: '{}', definition: { name } };
}

function yardOf(
  entries: readonly CatalogueEntry[],
  servers: readonly Partial<ServerStatus>[],
): Pick<Yard, 'catalogue' | 'servers'> {
  const statuses = servers.map((server) => ({ key: '', state: 'running', tools: 0, failures: 0, ...server }) as const);
  return {
    catalogue: {
      list: () => entries,
      listOf: (_kind, server) => entries.filter((each) => each.server === server),
      find: (_kind, id) => entries.find((each) => each.id === id),
    },
    servers: () => statuses,
  };
}

const yard = yardOf(
  [entry('files', 'read'), entry('files', 'write'), entry('notes', 'read')],
  [
    { key: 'files' },
    { key: 'notes' },
    { key: 'broken', state: 'failed', phase: 'startup', reason: '"x" was not found.' },
    { key: 'off', state: 'disabled' },
  ],
);

describe('findTool', () => {
  it.each([
    ['files:read', 'files:read'],
    ['notes__read', 'notes:read'],
    ['write', 'files:write'],
  ])('finds %s', (name, id) => {
    expect(findTool(configuration, yard, name).id).toBe(id);
  });

  it('does not guess between two', () => {
    expect(() => findTool(configuration, yard, 'read')).toThrow(
      'Several servers have a tool "read". Use one of: files:read, notes:read',
    );
  });

  it('names what is near, and which servers are missing', () => {
    expect(() => findTool(configuration, yard, 'wirte')).toThrow(
      'Tool not found: wirte\nDid you mean files:write?\nServer "broken" did not start: "x" was not found.',
    );
  });

  it('shows names of tools on one line, whatever they hold', () => {
    const evil = yardOf([entry('files', 'EVIL\n\u202ename'), entry('notes', 'EVIL\u001b[2J')], []);
    expect(() => findTool(configuration, evil, 'EVIL')).toThrow(
      /^Tool not found: EVIL\nDid you mean files:EVIL\\u000a\\u202ename or notes:EVIL\\u001b\[2J\?$/,
    );
  });

  it('says that there is no server of that key', () => {
    expect(() => findTool(configuration, yard, 'file:wirte')).toThrow(
      /^Server not found: file\nDid you mean files:write\?$/,
    );
    expect(() => findTool(configuration, yard, 'nots:other')).toThrow(/^Server not found: nots\nDid you mean notes\?$/);
    expect(() => findTool(configuration, yard, 'nowhere:other')).toThrow('Servers: files, notes, broken, off.');
  });

  it('says what to do about a server that is given up or lacks a variable, which has a code', () => {
    const down = (status: Partial<ServerStatus>): unknown => {
      const given = yardOf([], [{ key: 'broken', phase: 'startup', ...status }]);
      try {
        return findTool(configuration, given, 'broken:tool');
      } catch (error) {
        return error;
      }
    };
    expect(down({ state: 'auto-disabled', reason: 'exited with code 1', retries: 3 })).toMatchObject({
      message:
        'Server "broken" did not start: exited with code 1. Toolyard gave up after 3 retries. ' +
        'Fix it, then run "toolyard enable broken".',
    });
    const lacking = down({ state: 'failed', reason: 'the environment variable A is not set', code: 'missing_env_var' });
    expect(toErrorJson(lacking)).toMatchObject({
      code: 'missing_env_var',
      message:
        'Server "broken" did not start: the environment variable A is not set. ' +
        'Set what is missing in the environment, then restart Toolyard.',
      problems: [{ code: 'missing_env_var', path: '$.mcpServers.broken', server: 'broken' }],
    });
  });

  it('says why the server that was named is not there', () => {
    expect(() => findTool(configuration, yard, 'broken:tool')).toThrow(
      /^Server "broken" did not start: "x" was not found\. Fix its configuration, then run "toolyard enable broken"\.$/,
    );
    for (const name of ['off:tool', 'off__tool']) {
      expect(() => findTool(configuration, yard, name)).toThrow(
        /^Server off is disabled\. Run "toolyard enable off" to use it\.$/,
      );
    }
  });

  it('does not find a tool of another server by a name of one that is down', () => {
    const names = ['off__tool', 'off:tool', 'off.tool'];
    const imitated = yardOf(
      names.map((name) => entry('notes', name)),
      yard.servers(),
    );
    for (const naming of ['safe', 'none'] as const) {
      const settings = { ...configuration.settings, naming };
      for (const name of names) {
        expect(() => findTool({ ...configuration, settings }, imitated, name)).toThrow(/^Server off is disabled/);
      }
    }
  });
});

describe('selectForTool', () => {
  it('needs one server where the name says which, else all', () => {
    const keysFor = (name: string): string[] => selectForTool(configuration, name).servers.map(({ key }) => key);
    expect(keysFor('files:read')).toEqual(['files']);
    expect(keysFor('files__read')).toEqual(['files']);
    expect(keysFor('unknown:read')).toHaveLength(4);
    expect(keysFor('read')).toHaveLength(4);
  });
});
