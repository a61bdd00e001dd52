import { findProcesses } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { startToolyard } from '../cli/run-toolyard.ts';
import { createMarker, fixture } from '../harness/create-yard-folder.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { createSharedFolder, findBackgroundYards, readJson, runIn } from './shared-folder.ts';

it('ends the yard in the background with its servers, and says where there is none', async () => {
  const marker = createMarker();
  const place = createSharedFolder({ echo: fixture('echo', [], marker) }, { sharedIdleMs: 600_000 });
  const client = await openGateway(place, { words: ['--shared'] });
  await client.toolNames();
  const end = async (clients: number): Promise<void> => {
    const [pid] = findBackgroundYards(place);
    expect(await readJson(place, 'down')).toEqual({ yard: 'ended', program: 'toolyard background', pid, clients });
    expect([findBackgroundYards(place), findProcesses(marker)]).toEqual([[], []]);
  };
  await end(1);
  // A client that is still connected brings another one when it asks for something.
  expect(await client.toolNames()).toHaveLength(3);
  await client.close();
  await end(0);
  expect(await runIn(place, 'down')).toMatchObject({ code: 0, stdout: `No Toolyard runs on ${place.file}.\n` });
  expect(await readJson(place, 'down')).toEqual({ yard: 'none' });
});

it('is left alone by "down" in the foreground, and a second one says where it runs', async () => {
  const place = createSharedFolder({ echo: fixture('echo') });
  const start = (port: string): ReturnType<typeof startToolyard> => {
    const started = startToolyard(['up', '--port', port, '--config', place.file], { cwd: place.folder });
    onTestFinished(async () => {
      started.child.kill('SIGTERM');
      await started.finished;
    });
    return started;
  };
  const first = start('0');
  await first.saw('stdout', 'echo is running');
  const { pid, url } = (await readJson(place, 'down')) as { readonly pid: number; readonly url: string };
  expect(pid).toBe(first.child.pid);
  expect(await runIn(place, 'down')).toMatchObject({
    code: 1,
    stdout:
      `${place.file} is run by "toolyard up" (process ${pid}) in the foreground, which was left alone. ` +
      'End it where it was started.\n',
  });

  const { port } = new URL(url);
  const second = start(port);
  await second.saw('stdout', `Clients that speak HTTP connect to ${url}\n`);
  await second.saw('stdout', `This configuration runs already, in "toolyard up" (process ${pid}) at ${url}; `);
  expect(await runIn(place, 'serve', '--http', port)).toMatchObject({
    code: 1,
    stderr: `"toolyard up" (process ${pid}) serves this configuration at ${url} already.\n`,
  });
  expect(first.child.exitCode).toBeNull();
});
