import { describe, expect, it } from 'vitest';
import type { Issue } from '../parse/note.ts';
import { parseNote } from '../parse/parse-note.ts';
import { checkConfiguredBindings } from './check-configured-bindings.ts';
import { resolveBindings } from './resolve-bindings.ts';

const SERVERS = ['weather', 'files'].map((key) => ({ key, enabled: true }));

function issuesOf(bindings: readonly unknown[]): readonly Issue[] {
  const note = parseNote('# A\n', { servers: SERVERS.map(({ key }) => key) });
  return resolveBindings(note, { bindings, path: 'notes/a.md', servers: SERVERS }).issues;
}

describe('a problem of a binding of the configuration', () => {
  it('is a wrong one, and no section that a note lacks, since it is for many notes', () => {
    const bindings = [
      { heading: '# X', server: 'files' },
      { heading: '# A', block: 'x', server: 'files' },
    ];
    expect(issuesOf(bindings)).toMatchObject([
      {
        code: 'invalid-binding',
        message:
          'toolyard.bindings[1] of the configuration: A binding has only one of heading, block and lines, not heading and block',
      },
    ]);
  });

  it('is an unknown server, in the way of notes that have the section', () => {
    const bindings = [
      { document: 'other/**', heading: '# A', server: 'nope' },
      { heading: '# A', server: 'wether' },
      { heading: '# X', server: 'nope' },
    ];
    const [wrong, unused] = ['[1]', '[2]'].map((index) => `toolyard.bindings${index} of the configuration:`);
    expect(issuesOf(bindings).map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ['server-not-found', 'error', `${wrong} Server not found: wether; did you mean "weather"?`],
      ['server-not-found', 'warning', `${unused} Server not found: nope`],
    ]);
  });
});

describe('checkConfiguredBindings', () => {
  it('finds what is wrong without a note', () => {
    const bindings = [
      { document: 'a.md', heading: '# A', server: 'files' },
      { document: 5, heading: '# A', server: 'fils' },
      { document: 'a.md', server: 'files' },
    ];
    expect(checkConfiguredBindings(bindings, ['files'])).toEqual([
      { index: 1, key: 'document', message: '"document" must be a string' },
      { index: 1, key: 'server', message: 'Server not found: fils; did you mean "files"?' },
      { index: 2, message: 'A binding needs one of heading, block and lines' },
    ]);
  });
});
