// A wiki with one page, got/wiki.txt. Only .vscode/mcp.json names this server, as a team that works with VS Code would have it.
import { appendFileSync, mkdirSync } from 'node:fs';
import { serve } from './serve.mjs';

mkdirSync('got', { recursive: true });
serve('wiki', {
  add_line: {
    description: 'Add a line to the page',
    input: { line: { type: 'string' } },
    run({ line }) {
      appendFileSync('got/wiki.txt', `${line}\n`);
      return `added "${line}"`;
    },
  },
});
