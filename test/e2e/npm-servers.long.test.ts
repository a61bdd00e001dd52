import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { describeExternal } from '@toolyard/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createEnvironment } from './harness/create-yard-folder.ts';
import { createNpmYard, type NpmYard } from './harness/npm-servers.ts';
import { toGateway } from './harness/real-servers.ts';
import { PASSED_ON, type Launch } from './harness/sdk-clients.ts';

type Item = Readonly<Record<string, unknown>>;

/** The lists of the protocol, and what an entry is called by that the gateway gives a name of its own. */
const LISTS = [
  ['tools/list', 'tools', 'name'],
  ['prompts/list', 'prompts', 'name'],
  ['resources/list', 'resources', undefined],
  ['resources/templates/list', 'resourceTemplates', undefined],
] as const;

/** The official client, which hands out answers as they come, with every field. */
interface WholeClient {
  ask(method: string, params?: Item): Promise<Item>;
  /** All pages of a list; none where the server does not know the method. */
  list(method: string, member: string): Promise<Item[]>;
}

async function connect(launch: Launch): Promise<WholeClient> {
  const client = new Client({ name: 'e2e', version: '1.0.0' }, { capabilities: PASSED_ON });
  await client.connect(new StdioClientTransport({ ...launch, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  const ask = (method: string, params: Item = {}): Promise<Item> =>
    client
      .request({ method, params: { ...params } }, ResultSchema)
      .catch((error: unknown) => ({ error: String(error) }));
  return {
    ask,
    async list(method, member) {
      const found: Item[] = [];
      let cursor: unknown;
      do {
        const page = await ask(method, cursor === undefined ? {} : { cursor });
        const items: unknown = page[member];
        if (Array.isArray(items)) found.push(...(items as Item[]));
        cursor = page['nextCursor'];
      } while (cursor !== undefined);
      return found;
    },
  };
}

async function connectDirect({ folder, servers }: NpmYard): Promise<[key: string, client: WholeClient][]> {
  return Promise.all(
    Object.entries(servers).map(async ([key, { entry }]) => {
      const launch = { ...entry, cwd: folder, env: createEnvironment(folder, entry.env) };
      return [key, await connect(launch)] as [string, WholeClient];
    }),
  );
}

/** An entry without what the gateway adds. */
function withoutId({ _meta, ...item }: Item): Item {
  const { 'dev.toolyard/id': _id, ...meta } = Object(_meta) as Item;
  return Object.keys(meta).length === 0 ? item : { ...item, _meta: meta };
}

await describeExternal('npm servers', (modules) => {
  it('has every entry of every list, and the results of calls, as the servers give them directly', async () => {
    const place = createNpmYard(modules);
    const gateway = await connect(toGateway(place, {}));
    const direct = await connectDirect(place);
    expect(direct.length).toBeGreaterThanOrEqual(12);

    for (const [method, member, named] of LISTS) {
      const lists = direct.map(async ([key, client]) => {
        const items = await client.list(method, member);
        if (method === 'tools/list') expect(items, key).not.toEqual([]);
        return named === undefined
          ? items
          : items.map((item) => ({ ...item, [named]: `${key}__${String(item[named])}` }));
      });
      const expected = (await Promise.all(lists)).flat();
      expect((await gateway.list(method, member)).map(withoutId)).toEqual(expected);
      expect(expected, method).not.toEqual([]);
    }

    for (const [key, client] of direct) {
      const { call, fails = false } = place.servers[key] ?? expect.fail(key);
      const [tool, args] = call;
      const there = await client.ask('tools/call', { name: tool, arguments: args });
      expect({ key, fails: there['isError'] === true || 'error' in there }).toEqual({ key, fails });
      expect(await gateway.ask('tools/call', { name: `${key}__${tool}`, arguments: args }), key).toEqual(there);
    }
  });
});
