import {
  createAnswerTemplates,
  createHostileMessage,
  createRandom,
  SERVER_TEMPLATES,
  waitUntil,
  type Random,
} from '@toolyard/testing';
import { expect, it } from 'vitest';
import { createRawWire, type RawWire } from './create-raw-wire.ts';
import { openHostileYard, type HostileServer } from './open-hostile-yard.ts';
import { answerWell, type ReceivedMessage } from './serve-well.ts';

const BATCHES = 20;
const REQUESTS = 165;
const STARTS = 120;

/** What a server does with its messages now. */
interface Mood {
  isHostile: boolean;
  /** How many hostile messages it has sent. */
  sent: number;
}

/** A server that answers as it should, or with anything at all and something unasked besides. */
function serveHostile(wire: RawWire, random: Random, mood: Mood): void {
  wire.onLine((line) => {
    const received: ReceivedMessage = JSON.parse(line);
    const answer = answerWell(received);
    if (answer === undefined) return;
    if (!mood.isHostile) {
      wire.write(`${answer}\n`);
      return;
    }
    const template = random.pick(createAnswerTemplates(received.method ?? ''));
    mood.sent += 2;
    wire.write(createHostileMessage({ ...template, id: received.id }, random));
    wire.write('\n');
    wire.write(createHostileMessage(random.pick(SERVER_TEMPLATES), random));
    wire.write('\n');
  });
}

it.each([
  { era: 'legacy', seed: 14_003 },
  { era: '2026-07-28', seed: 14_004 },
] as const)('5,000 hostile messages of a running server, era $era, hurt nobody else', async ({ era, seed }) => {
  const random = createRandom(seed);
  const mood: Mood = { isHostile: false, sent: 0 };
  const wires: RawWire[] = [];
  const bad: HostileServer = {
    era,
    start() {
      const wire = createRawWire();
      wires.push(wire);
      serveHostile(wire, random, mood);
      return wire.link;
    },
  };
  const { yard, bystander, checkBystanders, close } = openHostileYard({ bad });
  await yard.settled({ signal: new AbortController().signal });
  await bystander.initialize('2025-11-25', { roots: {}, sampling: {}, elicitation: {} });
  for (let batch = 0; batch < BATCHES; batch++) {
    mood.isHostile = true;
    const ids = Array.from({ length: REQUESTS }, (_, n) => `${batch}-${n}`);
    for (const id of ids) void bystander.request(...random.pick(ASKED), id);
    bystander.notify('notifications/roots/list_changed');
    await checkBystanders(`batch ${batch}`);
    mood.isHostile = false;
    // Nobody waits for what was answered under another id, or never.
    for (const id of ids) bystander.notify('notifications/cancelled', { requestId: id });
    for (const wire of wires) wire.write('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n');
    await waitUntil(() => yard.catalogue.find('tools', 'bad:echo') !== undefined, 20_000);
    expect(await bystander.callForText('bad__echo', { text: 'again' })).toBe('again');
  }
  expect(mood.sent).toBeGreaterThanOrEqual(5000);
  expect(wires.length).toBe(1);
  await close();
});

const ASKED: [[string, object], ...[string, object][]] = [
  ['tools/call', { name: 'bad__echo', arguments: { text: 'x' }, _meta: { progressToken: 'p' } }],
  ['tools/call', { name: 'bad__echo', arguments: { text: 'x' }, task: { ttl: 1000 } }],
  ['prompts/get', { name: 'bad__echo' }],
  ['resources/read', { uri: 'file:///x' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'bad__echo' }, argument: { name: 'a', value: '' } }],
];

it('servers that begin with hostile handshakes and lists hurt nobody else, and can be stopped', async () => {
  const random = createRandom(14_005);
  const mood: Mood = { isHostile: true, sent: 0 };
  for (let start = 0; start < STARTS; start++) {
    const server = (era: HostileServer['era']): HostileServer => ({
      era,
      start() {
        const wire = createRawWire();
        serveHostile(wire, random, mood);
        return wire.link;
      },
    });
    const servers = { a: server('legacy'), b: server('2026-07-28'), c: server('legacy'), d: server('2026-07-28') };
    const { checkBystanders, bystander, yard, close } = openHostileYard(servers);
    await waitUntil(() => yard.catalogue.find('tools', 'good:echo') !== undefined);
    await bystander.initialize();
    await checkBystanders(`start ${start}`);
    await close();
  }
  expect(mood.sent).toBeGreaterThanOrEqual(1500);
});
