import { createLinkPair, type Link, type Log } from '@toolyard/core';
import { splitEras } from '@toolyard/front';
import { pipeSession, type Gateway } from '@toolyard/gateway';
import {
  createClientTemplates,
  createHostileMessage,
  createRandom,
  toStatelessTemplate,
  waitUntil,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createRawWire } from './create-raw-wire.ts';
import { openHostileYard } from './open-hostile-yard.ts';

const BATCHES = 20;
const MESSAGES = 250;

type Gate = Pick<Gateway, 'accept'>;

/** Lets a client in as one of the network, through the process of another yard. */
function pipeInto(gateway: Gate, log: Log): Gate['accept'] {
  const reopen = (): Promise<Link> => {
    const pair = createLinkPair();
    gateway.accept(pair.near, { trusted: true });
    return Promise.resolve(pair.far);
  };
  return (client) => ({
    ended: reopen().then((link) => pipeSession({ client, gateway: link, reopen, log, remote: true })),
  });
}

it.each([
  { who: 'a client of the handshake era', seed: 14_001, isStateless: false, isPiped: false },
  { who: 'a client of revision 2026-07-28', seed: 14_002, isStateless: true, isPiped: false },
  { who: 'a client of a joined yard', seed: 14_006, isStateless: false, isPiped: true },
])('5,000 hostile messages of $who hurt nobody else', async ({ seed, isStateless, isPiped }) => {
  const { gateway, yard, clock, log, checkBystanders, close } = openHostileYard();
  await yard.settled({ signal: new AbortController().signal });
  const random = createRandom(seed);
  const templates = createClientTemplates('good__echo');
  const wire = createRawWire();
  const accept = isPiped ? pipeInto(gateway, log) : gateway.accept;
  accept(splitEras({ client: wire.link, clock, log, accept: (link, about) => void accept(link, about) }));
  for (let batch = 0; batch < BATCHES; batch++) {
    for (let message = 0; message < MESSAGES; message++) {
      const template = random.pick(templates);
      wire.write(createHostileMessage(isStateless ? toStatelessTemplate(template) : template, random));
      wire.write('\n');
    }
    wire.write(`{"jsonrpc":"2.0","id":"ping-${batch}","method":"ping"}\n`);
    await waitUntil(() => wire.lines.some((line) => line.includes(`"ping-${batch}"`)), 20_000);
    await checkBystanders(`batch ${batch}`);
  }
  for (const line of wire.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  wire.close();
  await close();
});
