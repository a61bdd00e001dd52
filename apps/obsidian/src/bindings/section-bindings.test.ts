import { describe, expect, it } from 'vitest';
import type { KnownServers } from '../settings/plugin-data.ts';
import { createSectionBindings, type SectionBindings } from './section-bindings.ts';
import { createVaultReader } from '../blocks/create-vault-reader.ts';

const DATA: KnownServers = { servers: ['a', 'b'].map((name) => ({ name, enabled: true })), bindings: [] };
const TARGET = { kind: 'heading', text: 'Tools', level: 1 } as const;

/** One note that is changed, and what people are told. */
function createBed(start: string): {
  bindings: SectionBindings;
  text: () => string;
  told: string[];
  writes: () => number;
} {
  let text = start;
  let writes = 0;
  const told: string[] = [];
  const bindings = createSectionBindings({
    readBlocks: createVaultReader(() => DATA),
    known: () => DATA,
    app: {
      notify: (message) => void told.push(message),
      openNote: () => ({
        isInEditor: () => true,
        read: async () => text,
        update: async (edit) => {
          const next = edit(text);
          if (next !== text) writes++;
          text = next;
        },
        attach: async () => false,
      }),
    },
  });
  return { bindings, text: () => text, told, writes: () => writes };
}

describe('SectionBindings', () => {
  it('binds, changes, switches and unbinds, each by one write', async () => {
    const { bindings, text, writes } = createBed('# Tools\n');
    await bindings.bind('n.md', TARGET, 'a');
    expect(text()).toContain('{ heading: "# Tools", server: a }');
    await bindings.bind('n.md', TARGET, 'b');
    expect(text()).toContain('{ heading: "# Tools", server: b }');
    await bindings.setInherit('n.md', TARGET, false);
    expect(text()).toContain('{ heading: "# Tools", server: b, inherit: false }');
    await bindings.unbind('n.md', TARGET);
    expect(text()).toBe('# Tools\n');
    expect(writes()).toBe(4);
  });

  it('does nothing where there is nothing to change any more', async () => {
    const { bindings, text, told } = createBed('# Tools\n');
    await bindings.unbind('n.md', TARGET);
    await bindings.setInherit('n.md', TARGET, false);
    expect([text(), told]).toEqual(['# Tools\n', []]);
  });

  it('tells why something cannot be changed, and writes nothing', async () => {
    const { bindings, told, writes } = createBed('---\na: [\n---\n# Tools\n');
    await bindings.bind('n.md', TARGET, 'a');
    expect(told[0]).toMatch(/^The frontmatter has an error, so nothing was changed: /);
    expect(writes()).toBe(0);
  });

  it('reads a note for badges once for each text, and not at all where nothing can be bound', () => {
    let reads = 0;
    const read = createVaultReader(() => DATA);
    const bindings = createSectionBindings({
      app: { notify: () => undefined, openNote: () => expect.fail('No note is opened.') },
      readBlocks: (note) => {
        reads++;
        return read(note);
      },
      known: () => DATA,
    });
    expect(bindings.badgesOf({ path: 'n.md', text: '# A\n'.repeat(1000) })).toEqual([]);
    expect(reads).toBe(0);
    const text = '---\ntoolyard: { bindings: [{ heading: A, server: a }] }\n---\n# A\n';
    expect(bindings.badgesOf({ path: 'n.md', text })).toBe(bindings.badgesOf({ path: 'n.md', text }));
    expect(bindings.badgesOf({ path: 'n.md', text })).toMatchObject([{ line: 4, server: 'a' }]);
  });

  it('takes out an entry that cannot be read, and never one that came into its place', async () => {
    const write = (...entries: string[]): string =>
      ['---', 'toolyard:', '  bindings:', ...entries.map((entry) => `    - { ${entry} }`), '---', '# Tools', ''].join(
        '\n',
      );
    const { bindings, text } = createBed(
      write('lines: "0-0", server: a', 'heading: Tools, server: a', 'heading: Tools'),
    );
    const entry = { index: 0, reason: 'The lines of this binding were deleted' };
    for (const _ of ['a click', 'another']) await bindings.removeEntry('n.md', entry);
    expect(text()).toBe(write('heading: Tools, server: a', 'heading: Tools'));
    await bindings.removeEntry('n.md', { ...entry, index: 1 });
    expect(text()).toBe(write('heading: Tools, server: a', 'heading: Tools'));
  });
});
