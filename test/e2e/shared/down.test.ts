import { findProcesses } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { startToolyard } from '../cli/run-toolyard.ts';
import { createMarker, fixture, type YardFolder } from '../harness/create-yard-folder.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { createSharedFolder, findBackgroundYards, readJson, runIn } from './shared-folder.ts';

function startUp(place: YardFolder, port: string): ReturnType<typeof startToolyard> {
  const started = startToolyard(['up', '--port', port, '--config', place.file], { cwd: place.folder });
  onTestFinished(async () => {
    started.child.kill('SIGTERM');
    await started.finished;
  });
  return started;
}

it('ends the yard in the background with its servers, and says where there is none', async () => {
  const marker = createMarker();
  const place = createSharedFolder({ echo: fixture('echo', [], marker) }, { sharedIdleMs: 600_000 });
  const client = await openGateway(place, { words: ['--shared'] });
  await client.toolNames();
  const end = async (clients: number): Promise<void> => {
    const [pid] = findBackgroundYards(place);
    expect(await readJson(place, 'down')).toEqual({
      yard: 'ended',
      program: 'toolyard background',
      pid,
      version: expect.stringMatching(/^\d+\./),
      clients,
    });
    expect([findBackgroundYards(place), findProcesses(marker)]).toEqual([[], []]);
  };
  await end(1);
  // A client that is still connected brings another one when it asks for something.
  expect(await client.toolNames()).toHaveLength(3);
  await client.close();
  await end(0);
  expect(await runIn(place, 'down')).toMatchObject({ code: 0, stdout: `No Toolyard is running for ${place.file}.\n` });
  expect(await readJson(place, 'down')).toEqual({ yard: 'none' });
});

it('names the program that had joined the yard in the background and takes over at once', async () => {
  const place = createSharedFolder({ echo: fixture('echo') }, { sharedIdleMs: 600_000 });
  await openGateway(place, { words: ['--shared'] });
  const up = startUp(place, '0');
  await up.saw('stdout', '; joined it.');
  expect(await runIn(place, 'down')).toMatchObject({
    code: 0,
    stdout:
      `The background Toolyard for ${place.file} has stopped. "toolyard up" (process ${up.child.pid}) had joined it ` +
      'and now runs the servers. Stop it where it was started.\n',
  });
});

it('is left alone by "down" in the foreground, and a second one says where it runs', async () => {
  const place = createSharedFolder({ echo: fixture('echo') });
  const first = startUp(place, '0');
  await first.saw('stdout', 'echo is running');
  const { pid, url } = (await readJson(place, 'down')) as { readonly pid: number; readonly url: string };
  expect(pid).toBe(first.child.pid);
  expect(await runIn(place, 'down')).toMatchObject({
    code: 1,
    stdout:
      `"toolyard up" (process ${pid}) runs ${place.file} in the foreground and was not stopped. ` +
      'Stop it where it was started.\n',
  });

  const { port } = new URL(url);
  const second = startUp(place, port);
  await second.saw('stdout', `Clients that speak HTTP connect to ${url}\n`);
  await second.saw('stdout', `This configuration already runs in "toolyard up" (process ${pid}) at ${url}; `);
  expect(await runIn(place, 'serve', '--http', port)).toMatchObject({
    code: 1,
    stderr: `This configuration is already served at ${url} by "toolyard up" (process ${pid}). Use that address, or choose another port.\n`,
  });
  expect(first.child.exitCode).toBeNull();
});
