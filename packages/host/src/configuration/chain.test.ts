import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extendChain, parseConfigurationChain } from './chain.ts';

describe('parseConfigurationChain', () => {
  it('reads what a Toolyard writes', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (chain) => {
        expect(parseConfigurationChain(JSON.stringify(chain))).toEqual(chain);
      }),
    );
  });

  it.each([undefined, '', 'nonsense', '{"a":1}', '[1,2]', '["a",null]', 'null'])('takes %j for no chain', (text) => {
    expect(parseConfigurationChain(text)).toEqual([]);
  });
});

describe('extendChain', () => {
  it('appends a configuration that is not in it', () => {
    expect(extendChain(['/a.json'], '/b.json')).toEqual(['/a.json', '/b.json']);
  });

  it('refuses a circle and shows it without the way into it', () => {
    expect(() => extendChain(['/x.json', '/a.json', '/b.json'], '/a.json')).toThrow(
      'This configuration leads back into itself: /a.json -> /b.json -> /a.json. ' +
        'Remove the entry that starts Toolyard from one of them.',
    );
  });

  it('refuses the eleventh', () => {
    const ten = Array.from({ length: 10 }, (_, index) => `/${index}.json`);
    expect(extendChain(ten.slice(1), '/10.json')).toHaveLength(10);
    expect(() => extendChain(ten, '/10.json')).toThrow('More than 10 Toolyards start one another: /0.json -> ');
  });
});
