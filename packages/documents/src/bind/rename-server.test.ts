import { expect, it } from 'vitest';
import { parseNote } from '../parse/parse-note.ts';
import { renameServer } from './rename-server.ts';

function rename(text: string, from = 'files', to = 'disk'): string {
  return renameServer(parseNote(text, { servers: [from, 'other'] }), from, to);
}

it('renames a server in fences, in blocks that name it, and in bindings', () => {
  const note = (name: string): string =>
    `---
toolyard:
  bindings:
    - heading: "## Files"
      server: ${name}
    - heading: "## Others"
      server: other
---
## Files

\`\`\`${name}
tool: read
path: files
server: files
\`\`\`

> - \`\`\`mcp
>   tool: read
>   server: ${name} # the one
>   \`\`\`

\`\`\`mcp
tool: ${name}:read
\`\`\`

\`\`\`other
tool: files
server: files
\`\`\`

The files of files.
`;
  expect(rename(note('files'))).toBe(note('disk'));
});

it.each(['2024', 'null', 'True'])('quotes the name %s, which YAML would not take for a text', (name) => {
  const note = (server: string): string =>
    `---\ntoolyard: { bindings: [{ heading: A, server: ${server} }] }\n---\n# A\n\n\`\`\`mcp\ntool: a\nserver: ${server}\n\`\`\`\n`;
  expect(rename(note('files'), 'files', name)).toBe(note(`"${name}"`));
});

it('writes a name with dots and the name of a tool without quotes', () => {
  const note = (server: string): string => `\`\`\`mcp\ntool: ${server}:read/all\n\`\`\`\n`;
  expect(rename(note('files'), 'files', 'disk.v2')).toBe(note('disk.v2'));
});

it('finds a name that is written in quotes, and lines that end with CR and LF', () => {
  expect(rename('```mcp\r\ntool: a\r\nserver: "files"\r\n```\r\n')).toBe(
    '```mcp\r\ntool: a\r\nserver: disk\r\n```\r\n',
  );
});

it('keeps the result with its block', () => {
  const text =
    '```files\ntool: a\n```\n<!-- toolyard:result id=1234abcd status=success -->\nfiles\n<!-- /toolyard:result -->\n';
  const renamed = rename(text);
  expect(renamed).toBe(text.replace('```files', '```disk'));
  expect(parseNote(renamed, { servers: ['disk'] }).blocks[0]?.result?.output).toBe('files');
});

it('leaves a note alone that does not name the server', () => {
  const text = '# files\n\n```js\nfiles\n```\n';
  expect(rename(text)).toBe(text);
});
