import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BAD_CONFIGURATIONS } from '@toolyard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, runToolyard } from './run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  place = await createFolder();
});
afterAll(() => place.remove());

describe('a wrong configuration', () => {
  it.each(BAD_CONFIGURATIONS.map((bad, index) => ({ ...bad, index })))(
    'ends with exit code 2 and one line a problem: $name',
    async ({ text, env, messages, index }) => {
      const file = join(place.folder, `bad-${index}.json`);
      if (text !== undefined) await writeFile(file, text);
      const { code, stdout, stderr } = await runToolyard(['serve', '--config', file], {
        cwd: place.folder,
        ...(env === undefined ? {} : { env }),
      });
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      const problems = stderr.split('\n').filter((line) => !line.startsWith('warning: '));
      expect(problems).toEqual([...messages.map((message) => message.replaceAll('FILE', file)), '']);
    },
  );
});
