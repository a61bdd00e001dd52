import { createFakeClock, createMemoryLog } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { EraMemory } from './era-memory.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

function open(saved?: EraMemory['saved']) {
  const [clock, log] = [createFakeClock(), createMemoryLog()];
  const memory = new EraMemory(saved, { definition: { key: 'far' }, clock, log });
  return { clock, log, memory, known: () => memory.ports.knownEra() };
}

describe('what is known of the language of a server', () => {
  it('is nothing at first', () => {
    const { memory, known } = open();
    expect([known(), memory.saved]).toEqual([undefined, undefined]);
  });

  it.each(['legacy', '2026-07-28'] as const)('is %s for a week after it was found out', (verdict) => {
    const { memory, known, clock, log } = open();
    memory.learn({ era: 'legacy', verdict });
    expect(memory.saved).toEqual({ verdict, at: clock.now() });
    clock.advance(7 * DAY_MS - 1);
    expect(known()).toBe(verdict);
    clock.advance(1);
    expect(known()).toBeUndefined();
    expect(log.at('debug')).toEqual(['it speaks with a handshake']);
  });

  it('keeps its date where nothing new was found out', () => {
    const at = createFakeClock().now() - 3 * DAY_MS;
    const { memory, known, log } = open({ verdict: 'legacy', at });
    memory.learn({ era: 'legacy' });
    expect(memory.saved).toEqual({ verdict: 'legacy', at });
    expect([known(), log.lines]).toEqual(['legacy', []]);
  });

  it('is not believed where its date is to come', () => {
    const { known } = open({ verdict: 'legacy', at: createFakeClock().now() + 1 });
    expect(known()).toBeUndefined();
  });

  it('is forgotten when it did not work, except where a handshake shows by itself that it is not understood', () => {
    const at = createFakeClock().now();
    const stateless = open({ verdict: '2026-07-28', at });
    stateless.memory.doubt();
    expect([stateless.known(), stateless.memory.saved]).toEqual([undefined, undefined]);
    const handshake = open({ verdict: 'legacy', at });
    handshake.memory.doubt();
    expect(handshake.known()).toBe('legacy');
  });

  it('is not asked first again where the server ended when it was asked, which is not kept', () => {
    const { memory, known } = open();
    memory.ports.onProbeEnded();
    expect([known(), memory.saved]).toEqual(['legacy', undefined]);
  });
});
