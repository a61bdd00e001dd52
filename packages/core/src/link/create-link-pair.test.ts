import { describe, expect, it } from 'vitest';
import { createNotification } from '../frame/frame.ts';
import { createLinkPair } from './create-link-pair.ts';

const frame = createNotification('n');

describe('a pair of links', () => {
  it('holds a sender back whose frames pile up, until they were taken', async () => {
    const { near, far } = createLinkPair();
    let goOn: () => void = () => undefined;
    let taken = 0;
    far.receive(() => {
      taken++;
      return taken === 1 ? new Promise((resolve) => (goOn = resolve)) : undefined;
    });
    const pressures = Array.from({ length: 200 }, () => near.send(frame));
    expect(pressures[0]).toBeUndefined();
    expect(pressures[199]).toBeDefined();
    await Promise.resolve();
    await Promise.resolve();
    expect(taken).toBe(1);
    goOn();
    await pressures[199];
    expect(taken).toBe(200);
    expect(near.send(frame)).toBeUndefined();
  });

  it('holds nobody back after its end', async () => {
    const { near, far, breakOff } = createLinkPair();
    far.receive(() => new Promise(() => undefined));
    const pressures = Array.from({ length: 200 }, () => near.send(frame));
    breakOff('was killed');
    await pressures[199];
    await near.closed;
    expect(near.send(frame)).toBeUndefined();
  });
});
