import { describe, expect, it } from 'vitest';
import { expectOnlyMessages, live, NOISY, QUIET } from './harness/gateway-life.ts';

describe('stdout has nothing but the protocol', () => {
  it('with quiet servers, and stderr is empty', async () => {
    const gateway = await live(QUIET);
    expectOnlyMessages(gateway);
    expect(gateway.stderr).toBe('');
  });

  it('with noisy servers, and stderr names each that is wrong, in a line, and no more of what servers write', async () => {
    const gateway = await live(NOISY);
    expectOnlyMessages(gateway);
    const { stderr } = gateway;
    for (const key of ['early', 'absent', 'dies', 'garbage'])
      expect(stderr).toMatch(new RegExp(`^toolyard: .*"${key}"`, 'm'));
    expect(stderr).not.toContain('eeeeeeeeee');
    expect(stderr.split('\n').length).toBeLessThan(20);
    expect(stderr).not.toContain('\u001b');
  });

  it('under --debug, and stderr has every event with its time and server', async () => {
    const gateway = await live(QUIET, { words: ['--debug'] });
    expectOnlyMessages(gateway);
    const { stderr } = gateway;
    expect(stderr).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z debug \[echo\] /m);
    for (const line of stderr.trimEnd().split('\n')) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z \w+ /);
  });
});
