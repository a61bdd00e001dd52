import type { Frame, RequestId } from '@toolyard/core';
import type { Envelope } from './envelope.ts';
import type { StatelessLink } from './stateless-link.ts';
import type { StatelessReply } from './stateless-reply.ts';

/** A request without a session as it came. */
export interface GivenRequest {
  readonly id: RequestId;
  readonly frame: Frame;
  readonly reply: StatelessReply;
  /** Traces it. */
  readonly requestId: string;
  /** Names who sent it, for whoever comes back to it; empty where there is only one. */
  readonly credentials: string;
}

/** One request that is being answered, and what it says about its client. */
export interface EnvelopedRequest extends GivenRequest {
  readonly envelope: Envelope;
}

/** One request with the link that was opened for it. */
export interface StatelessRequest extends EnvelopedRequest {
  readonly link: StatelessLink;
}
