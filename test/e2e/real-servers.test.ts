import { describe, expect, it } from 'vitest';
import { runToolyard } from './cli/run-toolyard.ts';
import { createYardFolder } from './harness/create-yard-folder.ts';
import { expectAsDirect, toGateway } from './harness/real-servers.ts';
import { connectV1, connectV2 } from './harness/sdk-clients.ts';

describe('three real servers', () => {
  it('look behind toolyard to the SDK client v1 as they do directly', () =>
    expectAsDirect(connectV1, 'toolyard', '__'));

  it('look behind mcp-simple-aggregator to the SDK client v2 as they do directly', () =>
    expectAsDirect(connectV2, 'mcp-simple-aggregator', ':'));
});

describe('the name and version a client is told', () => {
  it('are given on the command line or are the defaults of the program', async () => {
    const place = createYardFolder();
    const infos = [{}, { words: ['--name', 'mine', '--version', '9.9.9'] }].map(async (options) => {
      const client = await connectV1(toGateway(place, { program: 'mcp-simple-aggregator', ...options }));
      return client.serverInfo;
    });
    expect(await Promise.all(infos)).toEqual([
      { name: 'mcp-simple-aggregator', version: '1.0.0' },
      { name: 'mine', version: '9.9.9' },
    ]);
  });
});

describe('mcp-simple-aggregator --help', () => {
  it('names its options and ends with 0', async () => {
    const { code, stdout, stderr } = await runToolyard(['--help'], {
      cwd: createYardFolder().folder,
      program: 'mcp-simple-aggregator',
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const option of ['--config', '--debug', '--name', '--version']) expect(stdout).toContain(option);
  });
});
