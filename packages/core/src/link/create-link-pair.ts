import type { Frame } from '../frame/frame.ts';
import type { RequestId } from '../frame/request-id.ts';
import type { Link, LinkEnd, Pressure } from './link.ts';

/** Two links in this process: what is sent on one is received on the other. */
export interface LinkPair {
  readonly near: Link;
  readonly far: Link;
  /** Ends both the way a crash would. */
  breakOff(reason: string): void;
}

/** Frames arrive in a later turn, in order, with what they are related to, and wait until there is a receiver. */
export function createLinkPair(): LinkPair {
  let finish: (end: LinkEnd) => void = () => undefined;
  const closed = new Promise<LinkEnd>((resolve) => (finish = resolve));
  const toFar = createPipe();
  const toNear = createPipe();
  void closed.then(() => {
    toFar.end();
    toNear.end();
  });
  const close = async (): Promise<void> => finish({ expected: true, reason: 'was closed' });
  return {
    near: { closed, close, send: toFar.send, receive: toNear.receive },
    far: { closed, close, send: toNear.send, receive: toFar.receive },
    breakOff: (reason) => finish({ expected: false, reason }),
  };
}

/** Frames that wait before a sender is held back. */
const MOST_WAITING = 64;

function createPipe(): Pick<Link, 'send' | 'receive'> & { end(): void } {
  let receiver: ((frame: Frame, relatedTo?: RequestId) => Pressure) | undefined;
  let waiting: { readonly frame: Frame; readonly relatedTo: RequestId | undefined }[] = [];
  let open = true;
  let running = false;
  let draining: Promise<void> | undefined;
  let release: () => void = () => undefined;

  function drained(): void {
    draining = undefined;
    release();
  }

  async function run(): Promise<void> {
    running = true;
    await Promise.resolve();
    for (;;) {
      const next = receiver === undefined ? undefined : waiting.shift();
      if (next === undefined) break;
      await receiver?.(next.frame, next.relatedTo);
    }
    running = false;
    if (waiting.length === 0) drained();
  }

  function kick(): void {
    if (!running) void run();
  }

  return {
    send(frame, relatedTo) {
      if (!open) return undefined;
      waiting.push({ frame, relatedTo });
      kick();
      if (waiting.length > MOST_WAITING) draining ??= new Promise((resolve) => (release = resolve));
      return draining;
    },
    end() {
      open = false;
      waiting = [];
      drained();
    },
    receive(given) {
      receiver = given;
      kick();
    },
  };
}
