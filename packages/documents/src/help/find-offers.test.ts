import { readRealTools } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import type { BoundNote } from '../bind/binding.ts';
import { resolveBindings } from '../bind/resolve-bindings.ts';
import { parseNote } from '../parse/parse-note.ts';
import type { HelpContext } from './complete-at.ts';
import { findOffers } from './find-offers.ts';
import { isNearBlock } from './is-near-block.ts';

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

/** The labels that are offered where the text has its last `|`. */
function labelsAt(...lines: string[]): string[] {
  const text = lines.join('\n');
  const offset = text.lastIndexOf('|');
  const bound = bind(text.slice(0, offset) + text.slice(offset + 1));
  return findOffers(bound, offset, help).map(({ label }) => label);
}

function isNear(...lines: string[]): boolean {
  const line = lines.findIndex((each) => each.includes('|'));
  return isNearBlock({ line, lineAt: (each) => (lines[each] ?? '').replace('|', '') }, () => help);
}

describe('where help is looked for', () => {
  it('is a line below a fence of a server, and a line that names a language', () => {
    expect(isNear('```github', '|', '```')).toBe(true);
    expect(isNear('> - ~~~ github', '>   tool: |')).toBe(true);
    expect(isNear('```git|')).toBe(true);
    expect(isNear('text', '```python', '|', '```')).toBe(false);
    expect(isNear('```github', 'tool: a', '```', '', 'text |')).toBe(false);
    expect(isNear('text |')).toBe(false);
    expect(isNear('```|')).toBe(false);
  });

  it('is a fence without a language where somebody asks for it, which then has all servers', () => {
    expect(isNearBlock({ line: 0, lineAt: () => '```', isAsked: true }, () => help)).toBe(true);
    expect(labelsAt('```|')).toEqual(expect.arrayContaining(['github', 'mcp']));
    expect(labelsAt('```github', 'tool: x', '```|')).toEqual([]);
  });

  it('is not far below a fence, so that a long note costs nothing', () => {
    let looked = 0;
    const lineAt = (): string => ((looked += 1), 'words');
    expect(isNearBlock({ line: 100_000, lineAt }, () => help)).toBe(false);
    expect(looked).toBeLessThan(250);
  });
});

describe('what is offered while somebody types', () => {
  it('is nothing where the word stands there already', () => {
    expect(labelsAt('```kubernetes|')).toEqual([]);
    expect(labelsAt('```kubernete|')).toEqual(['kubernetes']);
  });

  it('is nothing on an empty line where nothing is missing, so that Enter ends the line', () => {
    const block = ['```github', 'tool: search_repositories'];
    expect(labelsAt(...block, '|', '```')).toEqual(['query', 'page', 'perPage']);
    expect(labelsAt(...block, 'query: a', '|', '```')).toEqual([]);
    expect(labelsAt(...block, 'query: a', 'p|', '```')).toEqual(['page', 'perPage']);
    expect(labelsAt('```github', '|', '```')).toEqual(['tool']);
  });

  it('is nothing inside of a text of several lines, so that Enter ends its line too', () => {
    const block = ['```github', 'tool: create_issue', 'body: |-', '  a'];
    expect(labelsAt(...block, '  |', '```')).toEqual([]);
    expect(labelsAt(...block, '  t|', '```')).toEqual([]);
    expect(labelsAt(...block, '', '  title: |x', '```')).toEqual([]);
    expect(labelsAt(...block, '  |')).toEqual([]);
    expect(labelsAt(...block, '  owner: a', 't|', '```')).toContain('title');
    expect(labelsAt(...block, '  owner: a', '|', '```')).toContain('owner');
    const inner = ['```github', 'tool: create_issue', 'arguments:', '  body: > # long', '    a'];
    expect(labelsAt(...inner, '    |', '```')).toEqual([]);
    expect(labelsAt(...inner, '  t|', '```')).toContain('title');
  });

  it('has no language of several words, which is no block', () => {
    expect(labelsAt('```m|')).toEqual(['mcp']);
    expect(labelsAt('```mcp', 'server: m|', '```')).toEqual(['my server']);
  });
});

describe('541 real tools', () => {
  it('are offered and filtered within milliseconds at each key', () => {
    expect(REAL).toHaveLength(541);
    const all: HelpContext = {
      servers: [{ key: 'azure', enabled: true }],
      catalogue: { listOf: () => REAL, find: help.catalogue.find },
    };
    const times = Array.from('monitor_metrics').map((_, index, word) => {
      const text = `\`\`\`azure\ntool: ${word.slice(0, index + 1).join('')}\n\`\`\``;
      const bound = bind(text);
      const begun = performance.now();
      findOffers(bound, text.length - 4, all);
      return performance.now() - begun;
    });
    // About 1 ms here; a key that is held down comes every 30 ms.
    expect(times.toSorted((left, right) => left - right).at(Math.floor(times.length / 2))).toBeLessThan(10);
  });
});
