import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolder, fixture, runToolyard, startToolyard } from './run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  place = await createFolder({ echo: fixture('echo'), absent: { command: 'no-such-program-here' } });
});
afterEach(() => place.remove());

describe('toolyard up', () => {
  it('says without a configuration how to add a server, and stays', async () => {
    const running = startToolyard(['up', '--port', '0'], { cwd: place.folder });
    await running.saw('stdout', 'Press Ctrl-C to stop.');
    await running.saw('stdout', 'tasks is running');
    running.child.kill('SIGTERM');
    const { code, stdout, stderr } = await running.finished;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('"mcpServers"');
    expect(stdout).toContain('.config/toolyard/toolyard.json');
    expect(stdout).toContain('toolyard approve');
  });

  it('shows its servers, the entry for clients, and every change', async () => {
    const running = startToolyard(['up', '--port', '0', '--config', place.file], { cwd: place.folder });
    await running.saw('stdout', 'echo is running with 3 tools');
    await running.saw('stdout', 'Server "absent" did not start: "no-such-program-here" was not found.');
    running.child.kill('SIGINT');
    const { code, stdout, stderr } = await running.finished;
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
    expect(stdout).toContain(`"serve", "--config", ${JSON.stringify(place.file)}]`);
    expect(stdout).toContain('Stopping.\n');
  });

  it('says once what the tools cost a model, and so does status', async () => {
    await writeFile(place.file, JSON.stringify({ mcpServers: { long: fixture('long-list'), echo: fixture('echo') } }));
    const running = startToolyard(['up', '--port', '0', '--config', place.file], { cwd: place.folder });
    const cost = /Models get 123 tools, about \d\d,000 tokens in every request \(most of it: long /;
    await running.saw('stdout', 'toolyard disable KEY');
    const status = await runToolyard(['status', '--config', place.file], { cwd: place.folder });
    expect({ code: status.code, isTold: cost.test(status.stderr) }).toEqual({ code: 0, isTold: true });
    running.child.kill('SIGTERM');
    const { stdout } = await running.finished;
    expect(stdout).toMatch(cost);
    expect(stdout.split('in every request')).toHaveLength(2);
  });

  it('ends when nobody reads what it shows', async () => {
    const running = startToolyard(['up', '--port', '0', '--config', place.file], { cwd: place.folder });
    await running.saw('stdout', 'Toolyard runs ');
    running.child.stdout.destroy();
    // Whatever was shown before, a change of the file is shown after.
    await writeFile(place.file, JSON.stringify({ mcpServers: { other: fixture('echo') } }));
    expect(await running.finished).toMatchObject({ code: 0, stderr: '' });
  });
});
