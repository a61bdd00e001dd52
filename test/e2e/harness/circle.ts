import { findProcesses, waitUntil } from '@toolyard/testing';
import { expect } from 'vitest';
import { runToolyard } from '../cli/run-toolyard.ts';
import { createYardFolder, fixture, type Entry, type YardFolder } from './create-yard-folder.ts';
import { gatewayArgs, openGateway } from './start-gateway.ts';

/** How a configuration leads back into itself. */
type Way = 'directly' | 'through a shell' | 'through a second file';

/** A list that waited for the circle would come later than a client of these tests waits for it. */
const LIST_WAITS = { listWaitMs: 60_000 };

interface Circle extends YardFolder {
  /** The circle as the message shows it. */
  readonly shown: string;
}

function createCircle(way: Way): Circle {
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

/** A gateway refuses a circle, shows it, and leaves the other servers working. */
export async function expectCircleRefused(way: Way): Promise<void> {
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
}

/** `status` tells of a circle. */
export async function expectCircleTold(way: Way): Promise<void> {
  const circle = createCircle(way);
  const { code, stdout } = await runToolyard(['status', '--json', '--config', circle.file], { cwd: circle.folder });
  expect(code).toBe(way === 'through a second file' ? 0 : 1);
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
}
