import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { askForPart } from './ask-for-part.ts';
import { describePart } from './describe-part.ts';

await describePart('PostgreSQL', (url) => {
  it('gives the same running database to everyone who asks', async () => {
    expect(url).toMatch(/^postgres(ql)?:\/\//);
    expect(await askForPart('PostgreSQL')).toEqual({ where: url });
    const asked = spawnSync('psql', [url, '-Atc', 'SELECT 40 + 2'], { encoding: 'utf8' });
    if (asked.error === undefined) expect(asked.stdout).toBe('42\n');
  });
});
