import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BadConfiguration } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, runToolyard } from './run-toolyard.ts';

/** Holds for each row that both commands that read a configuration print its messages and end with exit code 2. */
export function describeBadConfigurations(rows: readonly BadConfiguration[]): void {
  let place: Awaited<ReturnType<typeof createFolder>>;
  beforeAll(async () => {
    place = await createFolder();
  });
  afterAll(() => place.remove());

  const numbered = rows.map((row, index) => ({ ...row, index }));
  describe.each(['status', 'serve'])('%s stops with exit code 2 and one line a problem', (command) => {
    it.each(numbered)('at $name', async ({ text, env = {}, messages, warnings = [], index }) => {
      const file = join(place.folder, `${command}-${index}.json`);
      if (text !== undefined) await writeFile(file, text);
      const lines = [...warnings.map((line) => `warning: ${line}`), ...messages];
      const stderr = lines.map((line) => `${line.replaceAll('FILE', file)}\n`).join('');
      const finished = await runToolyard([command, '--config', file], { cwd: place.folder, env });
      expect(finished).toEqual({ code: 2, signal: null, stdout: '', stderr });
    });
  });
}
