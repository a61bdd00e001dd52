import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinYard, socketPathOf } from '@toolyard/node';
import { createJoinedYard } from '@toolyard/runtime';
import { fixturePath, waitUntil } from '@toolyard/testing';
import { expect, it } from 'vitest';
import type { YardFolder } from '../harness/create-yard-folder.ts';
import { openGateway } from '../harness/start-gateway.ts';
import { createSharedFolder, runIn } from './shared-folder.ts';

const SECRETS = {
  env: 'env-s3cr3t-9f8e7d6c5b4a',
  argument: 'argument-s3cr3t-1a2b3c4d5e',
  password: 'url-s3cr3t-77aa88bb99',
  variable: 'variable-s3cr3t-0011223344',
};

/** A server that gives everything away that it was told: on stderr, on stdout, in errors, and in its last words. */
const TELLTALE = (library: string): string => `
import { serve, RpcError, tool } from ${JSON.stringify(library)};
const told = JSON.stringify([process.argv.slice(2), process.env.API_TOKEN, process.env.OTHER]);
process.stderr.write('stderr: ' + told + '\\n');
process.stdout.write('stdout: ' + told + '\\n');
if (process.argv.includes('--die')) { process.stderr.write('dies: ' + told + '\\n'); process.exit(3); }
if (process.argv.includes('--refuse')) {
  process.stdin.on('data', (line) => {
    const { id } = JSON.parse(line);
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'refuses: ' + told } }) + '\\n');
  });
} else serve({ name: 'telltale', tools: [
  tool('fail', () => { throw new RpcError(-32000, 'failed with ' + told); }),
  tool('die', () => { process.stderr.write('dies: ' + told + '\\n'); process.exit(4); }),
] });
`;

function createTelltales(): YardFolder {
  const args = ['telltale.mjs', '--token', SECRETS.argument, `https://user:${SECRETS.password}@example.com/`];
  const entry = { command: process.execPath, args, env: { API_TOKEN: SECRETS.env, OTHER: '${OTHER_SECRET}' } };
  const servers = {
    talks: entry,
    dies: { ...entry, args: [...args, '--die'] },
    refuses: { ...entry, args: [...args, '--refuse'] },
  };
  const place = createSharedFolder(servers, { retryDelaysMs: [20], keepHistory: true });
  place.write('telltale.mjs', TELLTALE(fixturePath('mcp-server.mjs')));
  return place;
}

async function readRunning({ file }: YardFolder): Promise<string> {
  const userId = process.getuid?.() ?? 0;
  const link = await joinYard(await socketPathOf({ platform: process.platform, userId, configFile: file }));
  if (link === undefined) throw new Error('No yard runs.');
  const yard = await createJoinedYard(link);
  const text = JSON.stringify([yard.servers(), yard.calls.history(), yard.configuration()]);
  await yard.stop();
  return text;
}

function readFiles(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n');
}

it('shows a secret of the configuration nowhere', async () => {
  const place = createTelltales();
  const client = await openGateway(place, { words: ['--debug'], env: { OTHER_SECRET: SECRETS.variable } });
  await waitUntil(() => client.stderr.split('was auto-disabled: ').length > 2, 30_000);
  await client.toolNames();
  const died = await client.call('talks__die');
  expect(died.result).toMatchObject({ isError: true });
  await runIn(place, 'call', 'talks:fail');
  const shown = {
    running: await readRunning(place),
    status: (await runIn(place, 'status', '--json')).stdout,
    table: (await runIn(place, 'status')).stdout,
    calls: (await runIn(place, 'calls', '--json')).stdout,
    callTable: (await runIn(place, 'calls')).stdout,
    logs: (await runIn(place, 'logs', '--json', '--debug')).stdout,
    error: JSON.stringify(died.result),
    stderr: client.stderr,
    state: readFiles(join(place.folder, '.local')),
  };
  // It is there to be found: each place tells of the problem.
  expect(shown.running).toContain('dies: ');
  expect(shown.running).toContain('refuses: ');
  expect(shown.calls).toContain('"tool": "talks:fail"');
  expect(shown.callTable).toContain('talks:fail');
  expect(shown.logs).toContain('stderr: ');
  expect(shown.stderr).toContain('stdout: ');
  expect(shown.state).toContain('dies: ');
  expect(shown.state).toMatch(/"tool":"talks:fail",.*"origin":"person"/);
  for (const [where, text] of Object.entries(shown)) {
    for (const secret of Object.values(SECRETS))
      expect({ where, found: text.includes(secret) }).toEqual({ where, found: false });
  }
});
