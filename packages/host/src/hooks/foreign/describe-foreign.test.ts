import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestHome } from '../../../test/create-test-home.ts';
import { describeForeign, maskForeign } from './describe-foreign.ts';
import { readForeignServers } from './read-foreign-servers.ts';

it('says where a server is from, and what it is given besides its definition, without secrets', async () => {
  const home = await createTestHome();
  const entry = { command: 'a', args: ['${input:key}'], envFile: '.env', sandbox: {} };
  const inputs = [{ id: 'key', type: 'promptString', password: true, default: 'hunter22' }];
  const file = await home.write('work/.vscode/mcp.json', { inputs, servers: { a: entry } });
  const also = await home.write('.config/Code/User/mcp.json', { inputs, servers: { a: entry } });
  await home.write('work/.env', 'NODE_OPTIONS=--require ./evil.js\nAPI_KEY=hunter33\n');
  const [server] = (await readForeignServers(home.surroundings, { servers: [] })).servers;
  if (server === undefined) throw new Error('no server was found');
  expect(describeForeign(server)).toEqual([
    `from ${file} (VS Code)`,
    `also ${also}`,
    `envFile ${join(home.surroundings.cwd, '.env')}`,
    '  sets  API_KEY=***',
    '        NODE_OPTIONS="--require ./evil.js"',
    'input  key={"password":true,"default":"hunter22"}',
    'note: sandbox is not read; the server runs without one',
  ]);
  expect(describeForeign(maskForeign(server)).join('\n')).not.toMatch(/hunter|evil/);
});
