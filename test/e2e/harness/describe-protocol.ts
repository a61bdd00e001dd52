import { describe, expect, it } from 'vitest';
import { createYardFolder, fixture, type YardFolder } from './create-yard-folder.ts';
import type { Naming } from './namings.ts';
import { withoutId, type Message } from './raw-client.ts';
import { openDirect, openGateway } from './start-gateway.ts';

const NOTE = 'note://full/one';

const createPlace = (naming: string): YardFolder =>
  createYardFolder({ full: fixture('full'), changes: fixture('changes-tools') }, { naming });

/** A definition without what the gateway adds to it. */
function withoutOwnMeta({ _meta, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const { 'dev.toolyard/id': _id, ...meta } = Object(_meta) as Record<string, unknown>;
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

/** What a client gets of everything that servers offer. */
export function describeProtocol({ naming, expose }: Naming): void {
  describe(`under naming ${naming}`, () => {
    it('lists tools with all that the server says of them, and the tool id', async () => {
      const place = createPlace(naming);
      const [gateway, direct] = await Promise.all([openGateway(place), openDirect(place, fixture('full'))]);
      const there = await direct.list('tools/list');
      const tools = (await gateway.list('tools/list')).slice(0, there.length);
      expect(tools.map(withoutOwnMeta)).toEqual(
        there.map((tool) => ({ ...tool, name: expose('full', String(tool['name'])) })),
      );
      expect(Object.keys(tools[0] ?? {})).toEqual(
        expect.arrayContaining(['title', 'outputSchema', 'annotations', 'icons', 'execution', '_meta', 'vendorField']),
      );
      expect(tools.map((tool) => Object(tool['_meta'])['dev.toolyard/id'])).toEqual(
        there.map((tool) => `full:${String(tool['name'])}`),
      );
    });

    it('passes on prompts, resources, templates and completions', async () => {
      const place = createPlace(naming);
      const [gateway, direct] = await Promise.all([openGateway(place), openDirect(place, fixture('full'))]);
      const prompts = await gateway.list('prompts/list');
      const name = expose('full', 'greet');
      expect(prompts.map(withoutOwnMeta)).toEqual([{ ...(await direct.list('prompts/list'))[0], name }]);
      const templates = 'resources/templates/list';
      expect(await gateway.list('resources/list')).toEqual(await direct.list('resources/list'));
      expect(await gateway.list(templates, 'resourceTemplates')).toEqual(
        await direct.list(templates, 'resourceTemplates'),
      );

      const argument = { name: 'who', value: 'A' };
      const byUri = { ref: { type: 'ref/resource', uri: 'note://full/{name}' }, argument, context: { arguments: {} } };
      const same: [method: string, params: object][] = [
        ['resources/read', { uri: NOTE }],
        ['resources/read', { uri: 'note://full/blob' }],
        ['resources/read', { uri: 'note://full/by-template' }],
        ['resources/read', { uri: 'other://nowhere' }],
        ['completion/complete', byUri],
      ];
      for (const [method, params] of same) {
        expect(withoutId(await gateway.request(method, params))).toBe(withoutId(await direct.request(method, params)));
      }
      const get = { arguments: { who: 'Ada' } };
      expect(withoutId(await gateway.request('prompts/get', { ...get, name }))).toBe(
        withoutId(await direct.request('prompts/get', { ...get, name: 'greet' })),
      );
      const completed = await gateway.request('completion/complete', { ref: { type: 'ref/prompt', name }, argument });
      expect(completed.result).toEqual({ completion: { values: ['Ada', 'Alan'], total: 2, hasMore: false } });
    });

    it('passes on updates of a resource while it is subscribed to', async () => {
      const gateway = await openGateway(createPlace(naming));
      await gateway.toolNames();
      const updates = (): Message[] =>
        gateway.messages.filter((message) => message.method === 'notifications/resources/updated');
      expect(await gateway.text(expose('full', 'touch'))).toBe('false');
      expect((await gateway.request('resources/subscribe', { uri: NOTE })).result).toEqual({});
      expect(await gateway.text(expose('full', 'touch'))).toBe('true');
      expect(updates().map((message) => message.params)).toEqual([{ uri: NOTE }]);
      expect((await gateway.request('resources/unsubscribe', { uri: NOTE })).result).toEqual({});
      expect(await gateway.text(expose('full', 'touch'))).toBe('false');
      expect(updates()).toHaveLength(1);
    });

    it('passes on the log from the level that was asked for', async () => {
      const gateway = await openGateway(createPlace(naming));
      await gateway.toolNames();
      const levels = (): unknown[] =>
        gateway.messages.flatMap((message) =>
          message.method === 'notifications/message' ? [message.params?.['level']] : [],
        );
      await gateway.request('logging/setLevel', { level: 'error' });
      expect(await gateway.text(expose('full', 'log'))).toBe('error');
      expect(levels()).toEqual(['error', 'critical', 'alert', 'emergency']);
      const first = gateway.messages.find((message) => message.method === 'notifications/message');
      expect(first?.params).toEqual({ level: 'error', logger: 'full', data: { text: 'at error' } });
      await gateway.request('logging/setLevel', { level: 'debug' });
      expect(await gateway.text(expose('full', 'log'))).toBe('debug');
      expect(levels()).toHaveLength(4 + 8);
    });

    it('passes on all progress under the token it was asked with, before the answer', async () => {
      const gateway = await openGateway(createPlace(naming));
      await gateway.toolNames();
      for (const progressToken of ['a text', 7]) {
        const before = gateway.messages.length;
        await gateway.call(expose('full', 'progress'), {}, { _meta: { progressToken } });
        const [answer, ...reports] = gateway.messages.slice(before).toReversed();
        expect(answer?.result).toBeDefined();
        expect(reports.toReversed().map((report) => report.params)).toEqual(
          [1, 2, 3].map((progress) => ({ progressToken, progress, total: 3, message: `step ${progress}` })),
        );
      }
      const before = gateway.messages.length;
      await gateway.call(expose('full', 'progress'));
      expect(gateway.messages).toHaveLength(before + 1);
    });

    it('announces a changed list and gives the new one', async () => {
      const gateway = await openGateway(createPlace(naming));
      const before = await gateway.toolNames();
      await gateway.call(expose('changes', 'add_tool'), { name: 'brand_new' });
      await gateway.saw((message) => message.method === 'notifications/tools/list_changed');
      expect(await gateway.toolNames()).toEqual([...before, expose('changes', 'brand_new')]);
      expect(await gateway.text(expose('changes', 'brand_new'))).toBe('brand_new');
      const announced = gateway.messages.length;
      await gateway.call(expose('changes', 'remove_tool'), { name: 'brand_new' });
      await gateway.saw((message) => gateway.messages.indexOf(message) > announced && message.method !== undefined);
      expect(await gateway.toolNames()).toEqual(before);
      expect((await gateway.call('brand_old')).error).toEqual({ code: -32602, message: 'Tool not found: brand_old' });
    });
  });
}
