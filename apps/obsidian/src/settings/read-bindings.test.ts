import { parseNote, resolveBindings } from '@toolyard/documents';
import { expect, it } from 'vitest';
import { readBindings } from './read-bindings.ts';

const SERVERS = [
  {
    id: '1',
    name: 'weather',
    sectionBindings: [
      { sectionType: 'heading', headingText: '## Tools', serverId: '1', inheritToChildren: true },
      { sectionType: 'block', blockId: 'here', serverId: '2', inheritToChildren: false },
      { sectionType: 'range', startLine: 7, endLine: 8, serverId: '1', inheritToChildren: true },
    ],
  },
  {
    id: '2',
    name: 'files',
    sectionBindings: [{ sectionType: 'heading', headingText: '# One', serverId: '2', document: 'a/b.md' }],
  },
];

it('makes bindings of a configuration, for every note or the one that they name, to the server that each of them names', () => {
  expect(readBindings(SERVERS)).toEqual([
    { document: '**', heading: '## Tools', server: 'weather', inherit: true },
    { document: '**', block: 'here', server: 'files', inherit: false },
    { document: '**', lines: '7-8', server: 'weather', inherit: true },
    { document: 'a/b.md', heading: '# One', server: 'files', inherit: true },
  ]);
});

it('gives what notes can be bound by', () => {
  const note = parseNote('# Note\n\n## Tools\n\ntext\n', { servers: ['weather', 'files'] });
  const servers = [
    { key: 'weather', enabled: true },
    { key: 'files', enabled: true },
  ];
  const bound = resolveBindings(note, { bindings: readBindings(SERVERS).slice(0, 1), path: 'a/b.md', servers });
  expect([2, 4, 5].map((line) => bound.serverAt(line))).toEqual([undefined, 'weather', 'weather']);
});
