import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runToolyard } from '../cli/run-toolyard.ts';
import { createYardFolder, ROOT } from '../harness/create-yard-folder.ts';

const EXAMPLE = join(ROOT, 'examples/status-page');

/** The example's own servers, from this repository instead of the registry. */
function toInstalled(text: string): string {
  const { mcpServers } = JSON.parse(text);
  for (const entry of Object.values<{ command: string; args: string[] }>(mcpServers)) {
    const [, name = '', ...rest] = entry.args;
    entry.command = process.execPath;
    entry.args = [join(ROOT, 'node_modules', name, 'dist/index.js'), ...rest];
  }
  return JSON.stringify({ mcpServers });
}

it('refreshes the status page of the example with the command of its workflow', async () => {
  const { folder, write } = createYardFolder();
  cpSync(EXAMPLE, folder, { recursive: true });
  write('toolyard.json', toInstalled(readFileSync(join(EXAMPLE, 'toolyard.json'), 'utf8')));
  const workflow = readFileSync(join(EXAMPLE, '.github/workflows/status.yml'), 'utf8');
  const words = /npx -y toolyard (.*)/.exec(workflow)?.[1]?.split(' ') ?? [];
  expect(words[0]).toBe('run');
  const { code, stderr } = await runToolyard(words, { cwd: folder });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const page = readFileSync(join(folder, 'STATUS.md'), 'utf8');
  expect(page.match(/status=success/g)).toHaveLength(3);
  expect(page).toContain('[FILE] STATUS.md');
  expect(page).toMatch(/\n```json\n\{\n {2}"temperature"/);
  expect(page).toContain('The sum of 2 and 3 is 5.');
});
