import { describe, expect, it } from 'vitest';
import { parseNote } from '../parse/parse-note.ts';
import { findBadges } from './find-badges.ts';
import { resolveBindings } from './resolve-bindings.ts';

const SERVERS = [
  { key: 'weather', enabled: true },
  { key: 'files', enabled: true },
];

/** The badges of a note with these entries in its frontmatter, by line below it. */
function badgesOf(entries: readonly string[], body: string, bindings: readonly unknown[] = []): readonly string[] {
  const head = `---\ntoolyard:\n  bindings:\n${entries.map((entry) => `    - { ${entry} }\n`).join('')}---\n`;
  const note = parseNote(head + body, { servers: SERVERS.map(({ key }) => key) });
  const bound = resolveBindings(note, { bindings, path: 'a.md', servers: SERVERS });
  const first = head.split('\n').length - 1;
  return findBadges(bound).map(({ line, label, isInherited, problem }) => {
    const marks = [isInherited ? 'dimmed' : '', problem === undefined ? '' : 'marked'].filter((mark) => mark !== '');
    return [line - first, label, ...marks].join(' | ');
  });
}

describe('findBadges', () => {
  it('gives one to each heading, block and range that is named', () => {
    const body = '# A\n\ntext ^here\n\n\none\ntwo\n';
    const entries = ['heading: "# A", server: weather', 'block: here, server: files', 'lines: "11-13", server: files'];
    expect(badgesOf(entries, body)).toEqual(['1 | Bound to weather', '3 | Bound to files', '6 | Bound to files']);
  });

  it('gives dimmed ones with their origin to headings below, where they inherit', () => {
    const body = '# A\n\n## B\n\n### C\n\n## D\n';
    expect(
      badgesOf(['heading: "# A", server: weather', 'heading: "## B", server: files, inherit: false'], body),
    ).toEqual([
      '1 | Bound to weather',
      '3 | Bound to files',
      '5 | Bound to weather, inherited from # A | dimmed',
      '7 | Bound to weather, inherited from # A | dimmed',
    ]);
  });

  it('says what comes from the settings, and shows the stronger of two', () => {
    const settings = [{ heading: 'A', server: 'files' }];
    expect(badgesOf([], '# A\n\n## B\n', settings)).toEqual([
      '1 | Bound to files, by the settings',
      '3 | Bound to files, inherited from A, by the settings | dimmed',
    ]);
    expect(badgesOf(['heading: A, server: weather'], '# A\n', settings)).toEqual(['1 | Bound to weather']);
  });

  it('marks what does not resolve, with the reason: at the section, or at the entry where there is none', () => {
    expect(badgesOf(['heading: A, server: wether', 'heading: Gone, server: files'], '# A\n')).toEqual([
      '-1 | Bound to files. The binding of "Gone" has no effect: the note has no section "Gone" | marked',
      '1 | Bound to wether. Server not found: wether; did you mean "weather"? | marked',
    ]);
  });

  it('marks entries that are no bindings', () => {
    expect(badgesOf(['lines: "0-0", server: files', 'heading: A'], '# A\n')).toEqual([
      '-2 | The lines of this binding were deleted | marked',
      '-1 | A binding needs "server", the key of a server | marked',
    ]);
  });

  it('does not mark a heading that stands twice', () => {
    expect(badgesOf(['heading: A, server: files'], '# A\n# A\n')).toEqual(['1 | Bound to files', '2 | Bound to files']);
  });
});
