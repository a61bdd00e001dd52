import type { BackendReply, BackendRequest } from './task-backend.ts';

/** What is asked in one try; without a user where it is about nobody's tasks. */
export interface ExchangeRequest extends Omit<BackendRequest, 'user'> {
  readonly user?: string;
}

/** How one try ends, and what it tells on its way. */
export interface BackendExchangeOptions {
  readonly signal: AbortSignal;
  /** Called once the backend can be reached; before that nothing has arrived there. */
  onConnected(): void;
}

/** One request, one try, at most one answer. */
export interface BackendExchange {
  /** Rejects with `BackendFailure` where no answer came, and with the reason of the signal. */
  send(request: ExchangeRequest, options: BackendExchangeOptions): Promise<BackendReply>;
  close(): Promise<void>;
}
