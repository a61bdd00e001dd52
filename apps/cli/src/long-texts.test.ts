import {
  createRedactor,
  dropControlCharacters,
  maskWords,
  nearest,
  type ServerStatus,
  toLine,
  toMessageText,
  toVisible,
  toVisibleLine,
} from '@toolyard/core';
import { exampleRecord, findSlowText, startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { renderToolResult } from './call/render-tool-result.ts';
import { maskLines } from './clients/mask-lines.ts';
import { renderEntryDiff } from './clients/render-entry-diff.ts';
import { renderRun } from './hooks/log/render-run.ts';
import { renderWholeRun } from './hooks/log/render-whole-run.ts';
import type { Screen } from './terminal/create-screen.ts';
import { renderStatus } from './terminal/render-status.ts';
import { renderTable } from './terminal/render-table.ts';
import { renderUsage } from './terminal/render-usage.ts';
import { fitText, textWidth, wrapText } from './terminal/text-width.ts';

const screen: Screen = {
  isTerminal: true,
  width: 80,
  line: () => undefined,
  paint: (_tone, text) => text,
};
const pipe: Screen = { isTerminal: false, line: () => undefined, paint: (_tone, text) => text };

const status = (reason: string): ServerStatus => ({ key: reason, state: 'failed', tools: 0, failures: 1, reason });
const record = (reason: string) => exampleRecord({ reason, arguments: { reason } });

const RENDERERS: Readonly<Record<string, (text: string) => unknown>> = {
  textWidth,
  toLine,
  dropControlCharacters,
  toMessageText,
  toVisible,
  toVisibleLine,
  fitText: (text) => fitText(text, 80),
  wrapText: (text) => wrapText(text, 80, 2),
  renderTable: (text) => renderTable([[{ text }, { text }]], { header: ['A', 'B'], width: 80 }),
  'renderTable in a pipe': (text) => renderTable([[{ text }, { text }]], { header: ['A', 'B'] }),
  renderStatus: (text) => renderStatus([status(text)], screen),
  'renderStatus in a pipe': (text) => renderStatus([status(text)], pipe),
  renderUsage: (text) => renderUsage(text, { properties: { [text]: { enum: [text] } } }),
  renderRun: (text) => renderRun(record(text), screen),
  renderWholeRun: (text) => renderWholeRun(record(text), screen),
  renderResult: (text) =>
    renderToolResult({
      content: [
        { type: 'text', text },
        { type: 'image', data: text, mimeType: text, uri: text },
      ],
    }),
  renderEntryDiff: (text) => renderEntryDiff('file', ['a'], JSON.stringify({ a: text }), JSON.stringify({ a: [text] })),
  maskLines: (text) => maskLines([text], [], []),
  maskWords: (text) => maskWords(['--token', text, text]),
  createRedactor: (text) => createRedactor([])(`http://example.com/${text}`),
  nearest: (text) => nearest(text, [`${text}!`]),
};

const MEGABYTE = 'n'.repeat(1_000_000);

describe.each(Object.entries(RENDERERS))('%s', (_name, render) => {
  it('takes time in proportion to the text, whatever stands in it', () => {
    expect(findSlowText(render)).toBeUndefined();
  });

  it.each(['n', 'é'])('is done with a megabyte of %s in a second', (character) => {
    const cpuMs = startCpuClock();
    render(character.repeat(1_000_000));
    expect(cpuMs()).toBeLessThan(1000);
  });
});

it.each<[string, () => string]>([
  ['a line', () => toLine(MEGABYTE)],
  ['a message', () => toMessageText(MEGABYTE)],
  [
    'a table',
    () =>
      renderTable(
        [
          [{ text: MEGABYTE }, { text: MEGABYTE }],
          [{ text: 'a' }, { text: 'b' }],
        ],
        { header: ['A', 'B'] },
      ).join('\n'),
  ],
  ['a status', () => renderStatus([status(MEGABYTE)], pipe).join('\n')],
  ['how a tool is called', () => renderUsage(MEGABYTE, { properties: { [MEGABYTE]: { type: MEGABYTE } } })],
  ['a run', () => renderRun(record(MEGABYTE), pipe)],
  ['a whole run', () => renderWholeRun(record(MEGABYTE), pipe).join('\n')],
])('cuts what nobody would read of %s', (_what, render) => {
  const shown = render();
  expect(shown).toContain('…');
  expect(shown.length).toBeLessThan(25_000);
});

it('draws a table of 50,000 rows', () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => [{ text: `tool ${index}` }, { text: 'does it' }]);
  expect(renderTable(rows, { header: ['TOOL', 'DESCRIPTION'] })).toHaveLength(50_001);
});
