import { describe, expect, it } from 'vitest';
import type { PickerServer } from '../form/protocol.ts';
import { manyServers } from '../../test/page/example-views.ts';
import { findTools } from './find-tools.ts';

const SERVERS: readonly PickerServer[] = [
  {
    id: 'files',
    name: 'Files',
    status: 'available',
    tools: [{ name: 'read_file' }, { name: 'write_file', about: 'Creates or replaces a file.' }],
  },
  { id: 'tracker', name: 'Issue Tracker', status: 'unknown', tools: [{ name: 'create_issue' }, { name: 'Read' }] },
  { id: 'broken', name: 'Broken', status: 'unavailable', reason: 'it did not start', tools: [] },
];

function namesOf(search: string): readonly string[] {
  return findTools(SERVERS, search).groups.map(({ server, tools }) =>
    `${server.id}: ${tools.map(({ name }) => name).join(' ')}`.trim(),
  );
}

describe('findTools', () => {
  it('shows everything in the order of the servers where nothing is searched for', () => {
    expect(namesOf('')).toEqual(['files: read_file write_file', 'tracker: create_issue Read', 'broken:']);
  });

  it('puts tools whose names start with what was typed first, and those that only their descriptions speak for last', () => {
    expect(namesOf('create')).toEqual(['tracker: create_issue', 'files: write_file']);
    expect(namesOf('READ')).toEqual(['files: read_file', 'tracker: Read']);
  });

  it('finds words in any order, in the names of the server and the tool', () => {
    expect(namesOf('issue read')).toEqual(['tracker: Read']);
    expect(namesOf('files/write')).toEqual(['files: write_file']);
    expect(namesOf('broken')).toEqual(['broken:']);
    expect(namesOf('(.*)')).toEqual([]);
  });

  it('shows at most 100 of many, and counts the rest', () => {
    const found = findTools(manyServers(541), '');
    expect(found).toMatchObject({ shown: 100, total: 541 });
    expect(found.groups.flatMap(({ tools }) => tools)).toHaveLength(100);
  });
});
