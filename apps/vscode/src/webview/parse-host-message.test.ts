import { describe, expect, it } from 'vitest';
import { EMPTY_VIEW, FULL_VIEW, manyServers } from '../../test/page/example-views.ts';
import { parseHostMessage } from './parse-host-message.ts';

const SHOW = { protocol: 1, type: 'show', edit: 3, view: FULL_VIEW, kept: 'x' };
const SERVERS = { protocol: 1, type: 'servers', servers: manyServers(20), isLooking: true, warnings: ['w'] };

/** The object without one of its parts, at every depth. */
function* withoutEachPart(value: unknown): Generator {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const part: unknown = Reflect.get(value, key);
    const copy = Array.isArray(value) ? [...value] : { ...value };
    for (const changed of [7n, ...withoutEachPart(part)]) yield Object.assign(copy, { [key]: changed });
  }
}

describe('parseHostMessage', () => {
  it('takes whole messages', () => {
    expect(parseHostMessage(SHOW)).toBe(SHOW);
    expect(parseHostMessage(SERVERS)).toBe(SERVERS);
    expect(parseHostMessage({ ...SHOW, view: EMPTY_VIEW })).toBeDefined();
  });

  it('drops a message in which any one part is something else', () => {
    const broken = [...withoutEachPart(SHOW), ...withoutEachPart(SERVERS)];
    expect(broken.length).toBeGreaterThan(500);
    for (const message of withoutEachPart(SHOW)) expect(parseHostMessage(message)).toBeUndefined();
    for (const message of withoutEachPart(SERVERS)) expect(parseHostMessage(message)).toBeUndefined();
  });

  it.each([undefined, null, 'show', 1, [], {}, { protocol: 1, type: 'toString' }, { ...SHOW, protocol: 2 }])(
    'drops %j',
    (message) => {
      expect(parseHostMessage(message)).toBeUndefined();
    },
  );
});
