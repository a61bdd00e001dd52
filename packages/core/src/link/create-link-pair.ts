import type { Frame } from '../frame/frame.ts';
import type { Link, LinkEnd, Pressure } from './link.ts';

/** Two links in this process: what is sent on one is received on the other. */
export interface LinkPair {
  readonly near: Link;
  readonly far: Link;
  /** Ends both the way a crash would. */
  breakOff(reason: string): void;
}

/** Frames arrive in a later turn, in order, and wait until there is a receiver. */
export function createLinkPair(): LinkPair {
  let finish: (end: LinkEnd) => void = () => undefined;
  const closed = new Promise<LinkEnd>((resolve) => (finish = resolve));
  const state = { open: true };
  void closed.then(() => (state.open = false));
  const toFar = createPipe(state);
  const toNear = createPipe(state);
  const close = async (): Promise<void> => finish({ expected: true, reason: 'was closed' });
  return {
    near: { closed, close, send: toFar.send, receive: toNear.receive },
    far: { closed, close, send: toNear.send, receive: toFar.receive },
    breakOff: (reason) => finish({ expected: false, reason }),
  };
}

function createPipe(state: { readonly open: boolean }): Pick<Link, 'send' | 'receive'> {
  let receiver: ((frame: Frame) => Pressure) | undefined;
  const waiting: Frame[] = [];
  let running = false;

  async function run(): Promise<void> {
    running = true;
    await Promise.resolve();
    for (;;) {
      const frame = receiver === undefined || !state.open ? undefined : waiting.shift();
      if (frame === undefined) break;
      await receiver?.(frame);
    }
    running = false;
  }

  function kick(): void {
    if (!running) void run();
  }

  return {
    send(frame) {
      if (state.open) waiting.push(frame);
      kick();
      return undefined;
    },
    receive(given) {
      receiver = given;
      kick();
    },
  };
}
