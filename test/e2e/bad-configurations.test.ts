import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BAD_CONFIGURATIONS } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, runToolyard } from './cli/run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  place = await createFolder();
});
afterAll(() => place.remove());

describe('a wrong configuration', () => {
  it('comes in at least 25 kinds', () => {
    expect(BAD_CONFIGURATIONS.length).toBeGreaterThanOrEqual(25);
  });

  it.concurrent.each(BAD_CONFIGURATIONS.map((bad, index) => ({ ...bad, index })))(
    'stops status: $name',
    async ({ text, env = {}, messages, warnings = [], index }) => {
      const file = join(place.folder, `bad-${index}.json`);
      if (text !== undefined) await writeFile(file, text);
      const lines = [...warnings.map((line) => `warning: ${line}`), ...messages];
      const stderr = lines.map((line) => `${line.replace('FILE', file)}\n`).join('');
      const finished = await runToolyard(['status', '--config', file], { cwd: place.folder, env });
      expect(finished).toEqual({ code: 2, signal: null, stdout: '', stderr });
    },
  );
});
