import * as fc from 'fast-check';
import { waitUntil, type TestClient } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { makeTask, openTasks, resultOf } from './open-tasks.ts';

const SERVERS = {
  a: { era: 'handshake' },
  b: { era: 'handshake' },
  c: { era: 'stateless' },
  d: { era: 'stateless' },
} as const;

/** What a client knows of a task, and what it said when it had it made. */
interface Mine {
  readonly id: string;
  readonly key: string;
  readonly mark: string;
  isCancelled: boolean;
}

/** One client, with the servers of its era. */
interface Player {
  readonly client: TestClient;
  readonly keys: readonly [string, string];
  readonly isStateless: boolean;
  readonly mine: Mine[];
}

interface Move {
  readonly game: Game;
  readonly player: Player;
  /** A number by chance. */
  readonly pick: number;
  readonly mark: string;
}

async function openGame() {
  const { join, joinStateless, server } = await openTasks({ servers: SERVERS });
  const players: readonly Player[] = [
    { client: await join(), keys: ['a', 'b'], isStateless: false, mine: [] },
    { client: await join(), keys: ['a', 'b'], isStateless: false, mine: [] },
    { client: joinStateless(), keys: ['c', 'd'], isStateless: true, mine: [] },
    { client: joinStateless(), keys: ['c', 'd'], isStateless: true, mine: [] },
  ];
  return { players, server };
}

type Game = Awaited<ReturnType<typeof openGame>>;

/** The one task on a server that was made with a mark. */
function taskOf({ server }: Game, { key, mark }: Mine) {
  const found = [...server(key).tasks.values()].filter(({ text }) => Object(text).mark === mark);
  expect(found).toHaveLength(1);
  return found[0];
}

const pickOf = ({ player: { mine }, pick }: Move): Mine | undefined => mine[pick % Math.max(mine.length, 1)];

const MOVES = {
  async make({ player: { client, keys, mine }, pick, mark }: Move) {
    const key = keys[pick % 2] ?? 'a';
    mine.push({ id: await makeTask(client, `${key}__work`, { mark }), key, mark, isCancelled: false });
  },
  async get(move: Move) {
    const task = pickOf(move);
    if (task === undefined) return;
    const got = resultOf(await move.player.client.request('tasks/get', { taskId: task.id }));
    expect(got).toMatchObject({ taskId: task.id, status: task.isCancelled ? 'cancelled' : 'working' });
  },
  async cancel(move: Move) {
    const task = pickOf(move);
    if (task === undefined) return;
    await move.player.client.request('tasks/cancel', { taskId: task.id });
    task.isCancelled = true;
  },
  /** Within one era the id is the key, so it is one of the other that is tried, or one of a server. */
  async steal({ game, player, pick }: Move) {
    const others = game.players.filter(({ isStateless }) => isStateless !== player.isStateless);
    const id = others.flatMap(({ mine }) => mine)[pick % 3]?.id ?? `task-${pick % 5}`;
    const answer = await player.client.request('tasks/cancel', { taskId: id });
    expect(answer.value('error')).toMatchObject({ code: -32602 });
  },
  async list({ player: { client, isStateless, mine } }: Move) {
    if (isStateless) return;
    const { tasks } = resultOf(await client.request('tasks/list'));
    expect(Object(tasks).map(({ taskId }: { taskId: string }) => taskId)).toEqual(mine.map(({ id }) => id));
  },
  async tell(move: Move) {
    const { game, player } = move;
    const task = pickOf(move);
    if (task === undefined || player.isStateless) return;
    const before = game.players.map(({ client }) => client.notifications.length);
    const heardBefore = player.client.notifications.length;
    game.server(task.key).tell(taskOf(game, task)?.taskId ?? '', 'told');
    await waitUntil(() => player.client.notifications.length > heardBefore);
    expect(player.client.notifications.at(-1)?.param('taskId')).toBe(task.id);
    const heard = game.players.map(({ client }, at) => client.notifications.length - (before[at] ?? 0));
    expect(heard).toEqual(game.players.map((each) => (each === player ? 1 : 0)));
  },
};

const names = ['make', 'make', 'get', 'cancel', 'steal', 'list', 'tell'] as const;
const step = fc.record({ who: fc.nat(3), name: fc.constantFrom(...names), pick: fc.nat(100) });

describe('random traffic of tasks', () => {
  it('of four clients on four servers with equal ids never mixes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        const game = await openGame();
        for (const [index, { who, name, pick }] of steps.entries()) {
          const player = game.players[who];
          if (player !== undefined) await MOVES[name]({ game, player, pick, mark: `${who}/${index}` });
        }
        const all = game.players.flatMap(({ mine }) => mine);
        for (const task of all) expect(taskOf(game, task)?.status).toBe(task.isCancelled ? 'cancelled' : 'working');
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      }),
      { numRuns: 60 },
    );
  }, 60_000);
});
