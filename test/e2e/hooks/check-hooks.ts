import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runToolyard, type Finished } from '../cli/run-toolyard.ts';
import { fixture, createYardFolder } from '../harness/create-yard-folder.ts';

/** A workspace with these files in `.toolyard`, and `hooks check` over it. */
export async function check(files: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<Finished> {
  const folder = realpathSync(createYardFolder().folder);
  mkdirSync(join(folder, '.toolyard'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, '.toolyard', name), text);
  const config = join(folder, 'servers.json');
  const servers = {
    chat: fixture('wants-parameters'),
    broken: fixture('exits-on-start'),
    off: { ...fixture('wants-parameters'), enabled: false },
  };
  writeFileSync(config, JSON.stringify({ mcpServers: servers, toolyard: { retryDelaysMs: [] } }));
  return runToolyard(['hooks', 'check', '--config', config, ...words], { cwd: folder });
}

/** `hooks check` cannot read these files, and has this to say. */
export async function expectUnreadable(files: Readonly<Record<string, string>>, line: string): Promise<void> {
  const { code, stdout, stderr } = await check(files);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: expect.stringContaining(line),
    stderr: expect.stringMatching(/^\d+ problems?, 0 warnings\.\n$/),
  });
}
