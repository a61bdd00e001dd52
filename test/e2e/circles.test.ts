import { findProcesses, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { runToolyard } from './cli/run-toolyard.ts';
import { createYardFolder, fixture, type Entry, type YardFolder } from './harness/create-yard-folder.ts';
import { gatewayArgs, openGateway } from './harness/start-gateway.ts';

const WAYS = ['directly', 'through a shell', 'through a second file'] as const;
/** A list that waited for the circle would come later than a client of these tests waits for it. */
const LIST_WAITS = { listWaitMs: 60_000 };

interface Circle extends YardFolder {
  /** The circle as the message shows it. */
  readonly shown: string;
}

function createCircle(way: (typeof WAYS)[number]): Circle {
  const place = createYardFolder();
  const back: Entry = { command: process.execPath, args: gatewayArgs(place.file) };
  const shell: Entry = {
    command: 'sh',
    args: ['-c', `'${process.execPath}' ${gatewayArgs(place.file).join(' ')}; true`],
  };
  const servers = { back: way === 'through a shell' ? shell : back, echo: fixture('echo') };
  if (way !== 'through a second file') {
    place.write('servers.json', { mcpServers: servers, toolyard: LIST_WAITS });
    return { ...place, shown: `${place.file} -> ${place.file}` };
  }
  const second = place.write('second.json', { mcpServers: { ...servers, two: fixture('echo') }, toolyard: LIST_WAITS });
  const forth = { command: process.execPath, args: gatewayArgs(second) };
  place.write('servers.json', { mcpServers: { forth, echo: fixture('echo') }, toolyard: LIST_WAITS });
  return { ...place, shown: `${place.file} -> ${second} -> ${place.file}` };
}

describe.each(WAYS)('a configuration that leads back into itself %s', (way) => {
  it('is refused, shows the circle, and leaves the other servers working', async () => {
    const circle = createCircle(way);
    const gateway = await openGateway(circle, { words: ['--debug'] });
    const names = await gateway.toolNames();
    expect(names).toContain('echo__echo');
    expect(names).toHaveLength(way === 'through a second file' ? 9 : 3);
    expect(await gateway.text('echo:echo', { text: 'still here' })).toBe('still here');
    expect(gateway.stderr).toContain(`leads back into itself: ${circle.shown}.`);
    // Once round and no further: a gateway for each file with its good servers, and nothing that grows.
    const expected = way === 'through a second file' ? 5 : 2;
    await waitUntil(() => findProcesses(circle.folder).length === expected);
    await gateway.close();
    expect(findProcesses(circle.folder)).toEqual([]);
  });

  it('is told by status', async () => {
    const circle = createCircle(way);
    const { code, stdout } = await runToolyard(['status', '--json', '--config', circle.file], { cwd: circle.folder });
    expect(code).toBe(0);
    const { servers } = JSON.parse(stdout);
    expect(servers).toContainEqual(expect.objectContaining({ key: 'echo', state: 'running' }));
    if (way === 'through a second file') return;
    expect(servers).toContainEqual(
      expect.objectContaining({
        key: 'back',
        phase: 'initialization',
        reason: expect.stringContaining(`leads back into itself: ${circle.shown}.`),
      }),
    );
  });
});

describe('a circle through a program that clears the environment', () => {
  it('is refused by the gateway it comes back to', async () => {
    const place = createYardFolder();
    const words = ['-i', `TOOLYARD_STATE_DIR=${place.folder}`, process.execPath, ...gatewayArgs(place.file)];
    place.write('servers.json', { mcpServers: { back: { command: 'env', args: words }, echo: fixture('echo') } });
    const gateway = await openGateway(place, { words: ['--debug'] });
    await waitUntil(() => gateway.stderr.includes('Remove the server that leads back to this Toolyard.'), 20_000);
    expect(await gateway.toolNames()).toHaveLength(3);
    expect(await gateway.text('echo:echo', { text: 'still here' })).toBe('still here');
    await waitUntil(() => findProcesses(place.folder).length === 2, 20_000);
    await gateway.close();
  });
});
