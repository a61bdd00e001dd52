import { createNotification, createRequest, type Frame, type Link, type LinkEnd, type RequestId } from '@toolyard/core';
import { waitUntil } from '../clock/wait-until.ts';

/** A frame and the request it came for, if the link said so. */
export interface ReceivedFrame {
  readonly frame: Frame;
  readonly relatedTo: RequestId | undefined;
}

/** The receiving end of a link that keeps all it gets. */
export interface LinkRecord {
  /** In order. */
  readonly received: readonly ReceivedFrame[];
  /** The requests that the link said were lost. */
  readonly lost: readonly (readonly [request: RequestId, end: LinkEnd])[];
  answers(id: RequestId): readonly Frame[];
  /** The requests that came. */
  questions(): readonly ReceivedFrame[];
  /** The notifications of one method. */
  notices(method: string): readonly Frame[];
  /** Sends a request and waits for its answer. */
  ask(id: number, method: string, params?: object): Promise<Frame>;
  /** Shakes hands with the request id 1, in the name of `client`. */
  shakeHands(params?: object): Promise<Frame>;
}

/** Takes all that a link receives from now on. */
export function recordLink(link: Link): LinkRecord {
  const received: ReceivedFrame[] = [];
  const lost: (readonly [RequestId, LinkEnd])[] = [];
  link.receive(
    (frame, relatedTo) => {
      received.push({ frame, relatedTo });
      return undefined;
    },
    (id, end) => void lost.push([id, end]),
  );
  const frames = (): Frame[] => received.map(({ frame }) => frame);
  const answers = (id: RequestId): Frame[] => frames().filter((frame) => frame.isResponse && frame.id === id);

  async function ask(id: number, method: string, params: object = {}): Promise<Frame> {
    void link.send(createRequest(id, method, params));
    await waitUntil(() => answers(id).length > 0);
    const [answer] = answers(id);
    if (answer === undefined) throw new Error('unreachable');
    return answer;
  }

  return {
    received,
    lost,
    answers,
    ask,
    questions: () => received.filter(({ frame }) => frame.isRequest),
    notices: (method) => frames().filter((frame) => frame.method === method),
    async shakeHands(params = {}) {
      const answer = await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, ...params });
      void link.send(createNotification('notifications/initialized'));
      return answer;
    },
  };
}
