import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { runToolyard, startToolyard } from '../cli/run-toolyard.ts';
import { createYardFolder, fixture } from '../harness/create-yard-folder.ts';

/** A user that nobody else has, so that tests beside this one do not meet it. */
const UID = 1_000_000 + process.pid;

it.runIf(process.getuid?.() === 0)(
  'meets in another place where somebody else made the folder of its socket first',
  async () => {
    const place = createYardFolder({ echo: fixture('echo') });
    for (const path of [place.folder, place.file]) chownSync(path, UID, UID);
    const [taken, other] = [`/tmp/toolyard-${UID}`, `/var/tmp/toolyard-${UID}`];
    mkdirSync(taken, { mode: 0o777 });
    onTestFinished(() => [taken, other].forEach((folder) => rmSync(folder, { recursive: true, force: true })));
    const options = { cwd: place.folder, uid: UID };
    const yard = startToolyard(['serve', '--http', '0', '--config', place.file], options);
    onTestFinished(() => void yard.child.kill('SIGKILL'));
    await yard.saw('stderr', 'Press Ctrl-C to stop.');
    const { stdout, stderr } = await runToolyard(['status', '--json', '--config', place.file], options);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ yard: 'running' });
    expect(existsSync(other)).toBe(true);
    yard.child.kill('SIGTERM');
    expect((await yard.finished).stderr).not.toContain('cannot be reached safely');
  },
);
