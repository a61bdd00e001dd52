import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { locateEmbeddedFiles } from './locate-embedded-files.ts';
import { openEmbeddedDatabase } from './open-embedded-database.ts';
import { EMBEDDED_MAJOR } from './prepare-folder.ts';

it('starts without the archive of an empty database too', async () => {
  const root = mkdtempSync(join(tmpdir(), 'toolyard-embedded-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'data');
  const { worker } = locateEmbeddedFiles();
  const database = await openEmbeddedDatabase({ folder, files: { worker } });
  const buffers = await database.transaction({ turn: 'test' }, async ({ query }) =>
    query(`SELECT current_setting('shared_buffers') AS buffers`),
  );
  expect(buffers).toEqual([{ buffers: '16MB' }]);
  await database.close();
  expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()).toBe(EMBEDDED_MAJOR);
});
