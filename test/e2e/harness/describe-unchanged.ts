import { describe, expect, it } from 'vitest';
import { createYardFolder, fixture } from './create-yard-folder.ts';
import type { Naming } from './namings.ts';
import { withoutId } from './raw-client.ts';
import { openDirect, openGateway } from './start-gateway.ts';

const ODD_TOOLS = [
  'unknown_content',
  'array_structured',
  'wrong_output',
  'no_output',
  'big_numbers',
  'no_content',
  'duplicate_members',
  'spaced',
];

/** What is passed on byte for byte. */
export function describeUnchanged({ naming, expose }: Naming): void {
  describe(`under naming ${naming}`, () => {
    it('passes on every odd result byte for byte', async () => {
      const place = createYardFolder({ odd: fixture('odd-results'), full: fixture('full') }, { naming });
      const [gateway, odd, full] = await Promise.all([
        openGateway(place),
        openDirect(place, fixture('odd-results')),
        openDirect(place, fixture('full')),
      ]);
      expect(await odd.toolNames()).toEqual(ODD_TOOLS);
      for (const tool of ODD_TOOLS) {
        const answer = await gateway.call(expose('odd', tool));
        expect(withoutId(answer)).toBe(withoutId(await odd.call(tool)));
      }
      for (const tool of ['fail', 'tool_error', 'image', 'rich']) {
        const answer = await gateway.call(expose('full', tool));
        expect(withoutId(answer)).toBe(withoutId(await full.call(tool)));
      }
      const numbers = await gateway.call(expose('odd', 'big_numbers'));
      expect(numbers.line.toString()).toContain('{"id":12345678901234567890,"f":1.10,"e":1E400}');
      const failed = await gateway.call(expose('full', 'fail'));
      expect(failed.error).toEqual({
        code: -32042,
        message: 'The tool failed on purpose',
        data: { reason: 'asked to', numbers: [1, 2] },
      });
    });

    it('lists definitions byte for byte but for the name and the id in _meta', async () => {
      const gateway = await openGateway(createYardFolder({ defines: fixture('odd-definitions') }, { naming }));
      const name = JSON.stringify(expose('defines', 'odd'));
      const meta =
        '{ "vendor.example/n" : 12345678901234567890 , "vendor.example/e":1E400,"dev.toolyard/id":"defines:odd"}';
      const schema =
        '{"type":"object","properties":{"n":{"type":"integer","maximum":18446744073709551615,"default":1.10}}}';
      const tools = await gateway.request('tools/list');
      expect(withoutId(tools)).toBe(
        `{"jsonrpc":"2.0","id":,"result":{"tools":[{"name":${name},"inputSchema":${schema},"_meta":${meta},"size":1.0}]}}`,
      );
      const prompts = await gateway.request('prompts/list');
      expect(withoutId(prompts)).toBe(
        `{"jsonrpc":"2.0","id":,"result":{"prompts":[{"_meta":${meta},"name":${name},"vendor":[9007199254740993]}]}}`,
      );
    });

    it('passes on a request but for its id and name byte for byte', async () => {
      const place = createYardFolder({ repeats: fixture('repeats-line') }, { naming });
      const gateway = await openGateway(place);
      await gateway.toolNames();
      const name = JSON.stringify(expose('repeats', 'line'));
      const rest =
        '"arguments":{"n":12345678901234567890,"e":1E400, "s":"\\u00fc","dup":1,"dup":2},"vendorParam":[1.10],' +
        '"_meta":{"vendor.example/x":{"n":98765432109876543210}';
      gateway.write(
        `{"vendorTop":true,"jsonrpc":"2.0","id":"my id","method":"tools/call","params":{"name":${name},${rest}}}}\n`,
      );
      const { result, id } = await gateway.answerTo('my id');
      expect(id).toBe('my id');
      const content = result?.['content'];
      const line = String(Array.isArray(content) ? content[0].text : '');
      expect(line).toMatch(
        /^\{"vendorTop":true,"jsonrpc":"2\.0","id":\d+,"method":"tools\/call","params":\{"name":"line",/,
      );
      expect(line).toContain(rest);
    });
  });
}
