import { createRequest, type Clock } from '@toolyard/core';
import type { Exchange } from '../link/create-exchange.ts';

/** How a connection's health is watched. */
export interface HealthOptions {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly intervalMs: number;
  onPing(latencyMs: number): void;
  /** Nothing at all was heard for a whole interval after a ping. */
  onSilence(): void;
}

/**
 * Pings every `intervalMs` until the returned function is called.
 *
 * Any answer counts, an error too; and a server that is too busy to answer but sends other messages is not silent, nor
 * is one that is not listened to.
 */
export function watchHealth({ exchange, clock, intervalMs, onPing, onSilence }: HealthOptions): () => void {
  let stopClock = clock.after(intervalMs, ping);
  let isOver = false;

  function ping(): void {
    const sentAt = clock.now();
    const heardBefore = exchange.heard();
    const sent = exchange.request({
      frame: createRequest(0, 'ping'),
      onAnswer() {
        if (!isOver) onPing(clock.now() - sentAt);
        return undefined;
      },
    });
    stopClock = clock.after(intervalMs, () => {
      sent.cancel();
      if (exchange.heard() === heardBefore && !exchange.isHeldBack()) onSilence();
      else ping();
    });
  }

  return () => {
    isOver = true;
    stopClock();
  };
}
