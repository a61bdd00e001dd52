import { createCancellation, toIdText, type Frame, type Link, type RequestId } from '@toolyard/core';

/** The questions on their way between a client and a gateway that may be replaced. */
export interface PipedQuestions {
  /** What the client gets of a frame: the questions of different gateways have different ids. */
  toClient(frame: Frame, relatedTo: RequestId | undefined): Frame;
  /** What the gateway gets of a client's answer; nothing of one that it does not wait for. */
  toGateway(answer: Frame): Frame | undefined;
  /** The gateway is gone: its questions are taken back, and the next one has others. */
  takeBack(): void;
}

interface OpenQuestion {
  /** The gateway's own. */
  readonly id: RequestId;
  readonly relatedTo: RequestId | undefined;
}

/** No questions yet. */
export function createPipedQuestions(client: Link): PipedQuestions {
  const open = new Map<RequestId, OpenQuestion>();
  let gateways = 0;

  /** Those of the first gateway pass unchanged, and mostly there is only one. */
  function toOwn(id: RequestId): RequestId {
    return gateways === 0 ? id : `${gateways}/${toIdText(id)}`;
  }

  return {
    toClient(frame, relatedTo) {
      const { id, method } = frame;
      if (method === undefined) return frame;
      if (id !== undefined) {
        open.set(toOwn(id), { id, relatedTo });
        return frame.withId(toOwn(id));
      }
      if (method !== 'notifications/cancelled') return frame;
      const cancelled = frame.paramId('requestId');
      const span = frame.paramSpan('requestId');
      if (span === undefined || cancelled === undefined) return frame;
      open.delete(toOwn(cancelled));
      return frame.edited([{ span, text: toIdText(toOwn(cancelled)) }]);
    },
    toGateway(answer) {
      const question = answer.id === undefined ? undefined : open.get(answer.id);
      if (question === undefined || answer.id === undefined) return undefined;
      open.delete(answer.id);
      return answer.withId(question.id);
    },
    takeBack() {
      const reason = 'the running Toolyard ended';
      for (const [id, { relatedTo }] of open) void client.send(createCancellation(id, reason), relatedTo);
      open.clear();
      gateways++;
    },
  };
}
