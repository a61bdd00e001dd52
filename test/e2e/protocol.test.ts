import { describe, expect, it } from 'vitest';
import { createYardFolder, fixture } from './harness/create-yard-folder.ts';
import { describeProtocol } from './harness/describe-protocol.ts';
import { SAFE } from './harness/namings.ts';
import { openGateway } from './harness/start-gateway.ts';

describeProtocol(SAFE);

describe('a question of a server', () => {
  it.each([
    ['elicitation/create', 'elicitation'],
    ['sampling/createMessage', 'sampling'],
    ['roots/list', 'roots'],
  ])('%s is refused for a client that does not support it', async (method, missing) => {
    const gateway = await openGateway(createYardFolder({ asks: fixture('repeats-line') }));
    const answer = JSON.parse(await gateway.text('asks:ask', { method, params: {} }));
    expect(answer).toMatchObject({
      id: 'question',
      error: { code: -32601, message: `The client does not support ${missing}.` },
    });
  });

  it.each([
    ['shared', { sampling: {}, elicitation: { form: {}, url: {} }, roots: { listChanged: true } }],
    ['per-session', {}],
  ])('is promised in the handshake as far as a %s server can be told', async (sharing, promised) => {
    const gateway = await openGateway(createYardFolder({ asks: { ...fixture('repeats-line'), sharing } }));
    await gateway.toolNames();
    expect(JSON.parse(await gateway.text('asks:handshake')).params.capabilities).toEqual(promised);
  });

  it('is answered by the gateway itself where it is a ping', async () => {
    const gateway = await openGateway(createYardFolder({ asks: fixture('repeats-line') }));
    expect(JSON.parse(await gateway.text('asks:ask', { method: 'ping' }))).toMatchObject({
      id: 'question',
      result: {},
    });
  });
});

describe('the environment of a server', () => {
  it('has what is configured and no secret of the parent', async () => {
    const entry = { ...fixture('echo'), env: { CONFIGURED: 'yes', FROM_VARIABLE: '${PARENT_SECRET}-twice' } };
    const env = {
      PARENT_SECRET: 'hidden',
      AWS_SECRET_ACCESS_KEY: 'hidden',
      LANG: 'C.UTF-8',
      NODE_OPTIONS: '--no-warnings',
    };
    const gateway = await openGateway(createYardFolder({ echo: entry }), { env });
    const started = JSON.parse(await gateway.text('echo:process'));
    expect(started.env).toMatchObject({ CONFIGURED: 'yes', FROM_VARIABLE: 'hidden-twice', LANG: 'C.UTF-8' });
    for (const name of ['PARENT_SECRET', 'AWS_SECRET_ACCESS_KEY', 'NODE_OPTIONS']) {
      expect(started.env).not.toHaveProperty(name);
    }
  });
});
