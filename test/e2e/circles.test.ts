import { findProcesses, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { expectCircleRefused, expectCircleTold } from './harness/circle.ts';
import { createYardFolder, fixture } from './harness/create-yard-folder.ts';
import { gatewayArgs, openGateway } from './harness/start-gateway.ts';

describe('a configuration that leads back into itself', () => {
  it('through a second file is refused, shows the circle, and leaves the other servers working', () =>
    expectCircleRefused('through a second file'));

  it('directly is told by status', () => expectCircleTold('directly'));
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
