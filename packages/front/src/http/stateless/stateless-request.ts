import type { Frame, RequestId } from '@toolyard/core';
import type { Envelope } from './envelope.ts';
import type { StatelessLink } from './stateless-link.ts';
import type { StatelessReply } from './stateless-reply.ts';

/** One request without a session, with all that its answer needs. */
export interface StatelessRequest {
  readonly id: RequestId;
  readonly frame: Frame;
  readonly envelope: Envelope;
  readonly link: StatelessLink;
  readonly reply: StatelessReply;
  /** Traces it. */
  readonly requestId: string;
}
