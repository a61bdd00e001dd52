import { expect, it } from 'vitest';
import { renderEntryDiff } from './render-entry-diff.ts';

const render = (before: string, after: string): string[] =>
  renderEntryDiff('f', ['mcpServers', 'toolyard'], before, after);

const HEAD = ['--- f', '+++ f', '@@ mcpServers @@'];

it('shows the entry and nothing that stands around it', () => {
  const before = '{\n  "history": ["secret"],\n  "mcpServers": {\n    "a": { "command": "x" }\n  }\n}';
  const after =
    '{\n  "history": ["secret"],\n  "mcpServers": {\n    "a": { "command": "x" },\n    "toolyard": {\n      "command": "t"\n    }\n  }\n}';
  const lines = ['    "toolyard": {', '      "command": "t"', '    }'];
  expect(render(before, after)).toEqual([...HEAD, ...lines.map((line) => `+${line}`)]);
  expect(render(after, before)).toEqual([...HEAD, ...lines.map((line) => `-${line}`)]);
});

it('shows the entry alone also where the whole file is one line', () => {
  const before = '{"history":["secret"],"mcpServers":{"a":{}}}';
  const after = '{"history":["secret"],"mcpServers":{"a":{},"toolyard":{"command":"t"}},"z":"secret"}';
  expect(render(before, after)).toEqual([...HEAD, '+"toolyard":{"command":"t"}']);
});

it('shows what changes in an entry between the lines of it that stay', () => {
  const toFile = (command: string): string =>
    `{\r\n\t"mcpServers": {\r\n\t\t"toolyard": {\r\n\t\t\t"command": "${command}"\r\n\t\t}\r\n\t}\r\n}`;
  expect(render(toFile('one'), toFile('two'))).toEqual([
    ...HEAD,
    ' \t\t"toolyard": {',
    '-\t\t\t"command": "one"',
    '+\t\t\t"command": "two"',
    ' \t\t}',
  ]);
});

it('shows nothing where the entry stays, or there is none', () => {
  expect(render('{"mcpServers":{"toolyard":1}}', '{"mcpServers":{"toolyard":1},"b":2}')).toEqual([]);
  expect(render('', '{}')).toEqual([]);
});
