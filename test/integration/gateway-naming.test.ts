import { createGateway } from '@toolyard/gateway';
import { createConfiguration, createMemoryLog } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from './open-test-gateway.ts';

const signal = new AbortController().signal;
const CONFIGURATION = createConfiguration({ own: { naming: 'dot' }, plain: {} }, { naming: 'safe' });

async function open() {
  const opened = openTestGateway({ own: { tools: ['t'] }, plain: { tools: ['t'] } }, CONFIGURATION);
  await opened.yard.settled({ signal });
  return opened;
}

describe('a gateway with a naming of its own', () => {
  it.each([
    [{}, ['own.t', 'plain__t']],
    [{ naming: 'colon' }, ['own.t', 'plain:t']],
    [{ naming: 'colon', namingForAll: true }, ['own:t', 'plain:t']],
  ] as const)('shows tools under %j as %j', async (override, names) => {
    const { yard, clock, gateway } = await open();
    const other = createGateway({
      yard,
      clock,
      log: createMemoryLog(),
      info: { name: 'other', version: '1' },
      newTaskId: () => 'id',
      ...override,
    });
    const ids = ['own:t', 'plain:t'];
    expect(ids.map((id) => other.exposedName(id))).toEqual(names);
    // The yard's own gateway goes on as the configuration says.
    expect(ids.map((id) => gateway.exposedName(id))).toEqual(['own.t', 'plain__t']);
    await yard.reconfigure(createConfiguration({ own: { naming: 'dot' }, plain: {} }, { naming: 'none' }));
    expect(other.exposedName('own:t')).toBe(names[0]);
  });
});

it('notes a call under the name that the server has for the tool', async () => {
  const configuration = createConfiguration({ a: { tools: { exclude: [], rename: { 'x:y': 'shown' } } } });
  const { yard, client } = openTestGateway({ a: { tools: ['x:y'] } }, configuration);
  await yard.settled({ signal });
  await client.request('tools/call', { name: 'a__shown', arguments: {} });
  expect(yard.calls.history()).toMatchObject([{ tool: 'a:x:y', server: 'a', toolName: 'x:y', status: 'success' }]);
});
