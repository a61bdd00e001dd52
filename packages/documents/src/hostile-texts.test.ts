import { dropControlCharacters } from '@toolyard/core';
import { findSlowText } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { readBinding } from './bind/read-binding.ts';
import { resolveBindings } from './bind/resolve-bindings.ts';
import { findPlace } from './help/find-place.ts';
import { parseNote } from './parse/parse-note.ts';
import { readResultFields } from './parse/read-result-fields.ts';
import { toAttachmentName } from './write/attachment.ts';
import { containAnswer, findSettledLength, readContained, toInertFence } from './write/contain-answer.ts';
import { containMarkdown } from './write/contain-markdown.ts';
import { escapeMarkdown } from './write/escape-markdown.ts';
import { isLoadingDiagram } from './write/live-markdown.ts';
import { hideMarkers } from './write/result-markers.ts';
import { toFence } from './write/to-fence.ts';

const servers = ['files'];

function findPlaceIn(text: string): unknown {
  const note = parseNote(`\`\`\`files\n${text}\n\`\`\`\n`, { servers });
  return findPlace(resolveBindings(note, { path: 'note.md', bindings: [], servers: [] }), 10, []);
}

describe('texts of tools and of other people take time in proportion to their length', () => {
  it.each<[string, (text: string) => unknown, string?]>([
    ['a note', (text) => parseNote(text, { servers })],
    ['a tool block', (text) => parseNote(`\`\`\`files\n${text}\n\`\`\`\n`, { servers })],
    ['frontmatter', (text) => parseNote(`---\n${text}\n---\n`, { servers })],
    ['a marker', readResultFields],
    ['a block that is being written', findPlaceIn, 'k:\t'],
    ['the heading of a binding', (heading) => readBinding({ heading, server: 'a' }, () => undefined), '#\t'],
    ['Markdown', containMarkdown],
    ['a fence in Markdown', (text) => containMarkdown(`\`\`\`x\n${text}\n\`\`\``)],
    ['an answer of a model', containAnswer],
    ['a list in an answer', containAnswer, '- a\n'],
    ['a diagram in an answer', (text) => isLoadingDiagram('mermaid', text)],
    ['an answer that comes', findSettledLength],
    ['an answer in a note', readContained],
    ['a text of a tool in a record', (text) => toInertFence(text, 'text')],
    ['a text in a fence', (text) => toFence(text, '')],
    ['a text in prose', escapeMarkdown],
    ['a text with markers', hideMarkers],
    ['a text with escapes', dropControlCharacters],
    ['the name of an attachment', (text) => toAttachmentName({ note: text, id: text }, 1, text), 'a'],
  ])('%s', (_what, read, before) => {
    expect(findSlowText(read, before)).toBeUndefined();
  });
});
