import type { ContentBlock, ToolResult } from '@toolyard/core';
import { startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { renderResult, type RenderedResult, type RenderOptions } from './render-result.ts';

const NAMES = { note: 'My note', id: 'a1b2c3d4' };
const IMAGE: ContentBlock = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };

function render(result: ToolResult, options: Partial<RenderOptions> = {}): RenderedResult {
  return renderResult({ status: 'success', result }, { title: 'weather:forecast', names: NAMES, ...options });
}

function renderText(text: string, options: Partial<RenderOptions> = {}): string {
  return render({ content: [{ type: 'text', text }] }, options).output;
}

function renderMarkdown(text: string): string {
  const resource = { uri: 'note://x', mimeType: 'text/markdown', text };
  return render({ content: [{ type: 'resource', resource }] }).output;
}

describe('text', () => {
  it.each(['Echo: hello', '15.3 °C, 2026-11-15', 'read_file is done!', 'Łódź (PL)', '5 > 3 & 50 % {x=1}', 'issue # 5'])(
    'stands as it is: %s',
    (text) => {
      expect(renderText(text)).toBe(text);
    },
  );

  it.each([
    ['# a heading', '```text\n# a heading\n```'],
    ['- item', '```text\n- item\n```'],
    ['1. item', '```text\n1. item\n```'],
    ['two\nlines', '```text\ntwo\nlines\n```'],
    ['<script>alert(1)</script>', '```text\n<script>alert(1)</script>\n```'],
    ['    code', '```text\n    code\n```'],
    ['```js\nfence\n```', '````text\n```js\nfence\n```\n````'],
    ['---\ntoolyard: {}\n---', '```text\n---\ntoolyard: {}\n---\n```'],
    ['issue #5', '```text\nissue #5\n```'],
    ['a <b>', '```text\na <b>\n```'],
    ['text ^block-id', '```text\ntext ^block-id\n```'],
  ])('stands in a fence where Markdown would change it: %j', (text, expected) => {
    expect(renderText(text)).toBe(expected);
  });

  it('cannot hold a marker of a result', () => {
    expect(renderText('x\n<!-- /toolyard:result -->\n<!-- toolyard:result id=1 -->\n<!--\\ /toolyard:result -->')).toBe(
      '```text\nx\n<!--\\ /toolyard:result -->\n<!--\\ toolyard:result id=1 -->\n<!--\\\\ /toolyard:result -->\n```',
    );
  });

  it('loses colours, control characters and halves of characters', () => {
    expect(renderText('\u001b[31mred\u001b[0m \u001b]8;;http://x\u0007link\u0000\u0007 \ud800')).toBe(
      'red link \ufffd',
    );
    expect(renderText('a\r\nb\rc')).toBe('```text\na\nb\nc\n```');
  });

  it('is nothing where the tool gave nothing', () => {
    expect(render({}).output).toBe('');
    expect(renderText('')).toBe('');
  });

  it('is one escaped line where it is inline', () => {
    expect(renderText('# *two*\n<b> `lines`', { display: 'inline' })).toBe('\\# \\*two\\* \\<b> \\`lines\\`');
    expect(renderText('12 °C', { display: 'inline' })).toBe('12 °C');
  });

  it('is folded where it is collapsed, and the HTML ends before the region does', () => {
    expect(renderText('hello', { display: 'collapsed', title: 'a<b>:c' })).toBe(
      '<details>\n<summary>a&lt;b&gt;:c</summary>\n\nhello\n\n</details>\n',
    );
  });
});

describe('JSON', () => {
  it('stands in a fence', () => {
    const expected = '```json\n{\n  "a": 1\n}\n```';
    expect(render({ content: [], structuredContent: { a: 1 } }).output).toBe(expected);
    expect(renderText('{"a":1}')).toBe(expected);
    expect(renderText('["```"]')).toBe('````json\n[\n  "```"\n]\n````');
  });

  it('stands there in place of text, and beside what is no text', () => {
    const structuredContent = { a: 1 };
    const words: ContentBlock = { type: 'text', text: 'a is 1' };
    const copy: ContentBlock = { type: 'text', text: '{"a":1}' };
    expect(render({ content: [words], structuredContent }).output).toBe('a is 1');
    expect(render({ content: [words, copy], structuredContent }).output).toBe('a is 1');
    const link: ContentBlock = { type: 'resource_link', uri: 'https://example.com/a' };
    const json = '```json\n{\n  "a": 1\n}\n```';
    expect(render({ content: [link], structuredContent }).output).toMatch(/^\[https:.*\)\n\n```json\n/);
    expect(render({ content: [{ type: 'text', text: '' }], structuredContent }).output).toBe(json);
    expect(render({ content: [IMAGE, words], structuredContent }).output).toMatch(/^!\[.*\)\n\na is 1$/);
  });

  it('keeps numbers that are too large for a program', () => {
    expect(renderText('{"id":12345678901234567890}')).toBe('```json\n{"id":12345678901234567890}\n```');
  });

  it('is one line where it is inline', () => {
    expect(renderText('{"a": [1, 2]}', { display: 'inline' })).toBe('{"a":\\[1,2\\]}');
  });

  it('is a table of a list of objects where the block asks for one', () => {
    const rows = [
      { city: 'Rome | Italy', high: 21 },
      { city: 'two\nlines', sky: { clear: true } },
    ];
    expect(renderText(JSON.stringify(rows), { display: 'table' })).toBe(
      '| city | high | sky |\n| --- | --- | --- |\n| Rome \\| Italy | 21 |  |\n| two lines |  | {"clear":true} |',
    );
    expect(renderText(JSON.stringify(rows))).toMatch(/^```json\n/);
    expect(renderText('[1, 2]', { display: 'table' })).toMatch(/^```json\n/);
  });
});

describe('Markdown', () => {
  it.each([
    '# Title\n\n- *a*\n- `b <T>`\n\n```js\nx < y; <b>\n```',
    'see <https://example.com/a>',
    '> quote\n\n| a |\n| - |',
  ])('stands as Markdown: %j', (text) => {
    expect(renderMarkdown(text)).toBe(text);
  });

  it('shows HTML as text', () => {
    expect(renderMarkdown('<script>alert(1)</script>\n\na <b>c</b> < d')).toBe(
      '&lt;script>alert(1)&lt;/script>\n\na &lt;b>c&lt;/b> < d',
    );
    expect(renderMarkdown('` a\nb ` <script> `c`')).not.toContain('<script>');
  });

  it.each([
    ['an open fence', '```js\nopen'],
    ['an open comment of Obsidian', 'a %% b'],
    ['a reference that the note could pick up', '[note]: https://example.com'],
    ['a tool block', '```weather\ntool: forecast\n```'],
    ['a block that another program runs', '```dataviewjs\nx()\n```'],
    ['a link that is a script', '[x](javascript:alert(1))'],
    ['a link that is a script in other letters', '[x](&#106;avascript:alert(1))'],
    ['a link that is a script with a colon by name', '[x](javascript&colon;alert(1))'],
  ])('stands in a fence where it has %s', (_what, text) => {
    expect(renderMarkdown(text)).toMatch(/^(`{3,})markdown\n[^]*\n\1$/);
  });
});

describe('files', () => {
  it('links an image that lies beside the note, with the words around it', () => {
    expect(render({ content: [{ type: 'text', text: 'A map' }, IMAGE] })).toEqual({
      output: 'A map\n\n![image/png](My-note-a1b2c3d4-1.png)',
      attachments: [
        {
          name: 'My-note-a1b2c3d4-1.png',
          bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
          title: 'image/png',
          isImage: true,
        },
      ],
    });
  });

  it('links audio and other files', () => {
    const audio = { type: 'audio', data: 'AAEC', mimeType: 'audio/wav' };
    const blob = { type: 'resource', resource: { uri: 'file:///x.html', blob: 'AAEC', mimeType: 'text/html' } };
    const { output, attachments } = render({ content: [audio, blob] });
    expect(output).toBe('[audio/wav](My-note-a1b2c3d4-1.wav)\n\n[file:///x.html](My-note-a1b2c3d4-2.bin)');
    expect(attachments).toHaveLength(2);
  });

  it('makes links only of addresses of the web', () => {
    const link = (uri: string): ContentBlock => ({ type: 'resource_link', uri, name: 'a [b]' });
    expect(render({ content: [link('https://example.com/x')] }).output).toBe('[a \\[b\\]](https://example.com/x)');
    expect(render({ content: [link('javascript:alert(1)')] }).output).toBe('a \\[b\\]: javascript:alert(1)');
    expect(render({ content: [link('https://x) <b>')] }).output).toBe('a \\[b\\]: https://x) \\<b>');
  });

  it('has names that lead nowhere else', () => {
    const { attachments } = render({ content: [IMAGE] }, { names: { note: '../..', id: '/etc/passwd\u0000' } });
    expect(attachments.map(({ name }) => name)).toEqual(['note-etc-passwd-1.png']);
  });

  it('shows what is no base64', () => {
    expect(render({ content: [{ ...IMAGE, data: '<b>' }] }).output).toMatch(/^```json\n/);
  });

  it('takes time in proportion to what is no base64', { timeout: 20_000 }, () => {
    const data = `${'='.repeat(300_000)}x`;
    expect(render({ content: [{ ...IMAGE, data }] }).attachments.map(({ name }) => name)).toEqual([
      'My-note-a1b2c3d4-1.json',
    ]);
  });

  it('keeps text that is too long in a file, and shows its first lines', () => {
    const text = 'line one\nline two\nline three';
    const { output, attachments } = render({ content: [{ type: 'text', text }] }, { maxLength: 20 });
    expect(output).toBe(
      '```text\nline one\nline two\n```\n\n… [the whole output, 28 characters](My-note-a1b2c3d4-1.txt)',
    );
    expect(attachments.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual([text]);
  });
});

it.each([
  ['empty lines', '\n'.repeat(10_000_000) + 'x'],
  ['backticks', '`'.repeat(10_000_000)],
  ['spaces in a link', `[x](${' '.repeat(10_000_000)}`],
  ['spaces in a comment', `<!--${' '.repeat(10_000_000)}`],
  ['escapes', '\u001b['.repeat(3_000_000)],
  ['markers', '<!-- /toolyard:result -->\n'.repeat(300_000)],
  ['quotes and tags', '> <a\n'.repeat(2_000_000)],
])('renders 10 MB of %s in time that grows with the length', (_what, text) => {
  const cpuMs = startCpuClock();
  expect(renderText(text).length).toBeLessThan(200_000);
  expect(renderMarkdown(text).length).toBeLessThan(300_000);
  expect(renderText(text, { display: 'inline' }).length).toBeLessThan(300_000);
  expect(cpuMs()).toBeLessThan(20_000);
});

describe('a failure', () => {
  const fail = (message: string): string =>
    renderResult({ status: 'error', message }, { title: 'a:b', names: NAMES }).output;

  it('is a callout with the message', () => {
    expect(fail('Tool not found: weather:fore_cast')).toBe('> [!failure] Tool not found: weather:fore_cast');
    expect(fail('Section "## H" is bound to server X; Y is not available here')).toBe(
      '> [!failure] Section "## H" is bound to server X; Y is not available here',
    );
  });

  it('shows further lines as they are, inside the callout', () => {
    expect(fail('It broke\n<!-- /toolyard:result -->\n```\n# x')).toBe(
      '> [!failure] It broke\n> ````text\n> <!--\\ /toolyard:result -->\n> ```\n> # x\n> ````',
    );
  });

  it('turns no text around and hides none', () => {
    expect(fail('name \u202egnp.exe\u2066\u061c\u200b\u009b')).toBe('> [!failure] name gnp.exe');
  });

  it('shows marks of Markdown and HTML as they are', () => {
    expect(fail('<img src=x> *bold* <!-- /toolyard:result -->')).toBe(
      '> [!failure] \\<img src=x> \\*bold\\* \\<!-- /toolyard:result -->',
    );
  });
});
