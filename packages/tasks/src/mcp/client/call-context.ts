import {
  BackendFailure,
  type BackendFeatures,
  type BackendReply,
  type BackendRequest,
  type TaskBackend,
} from '../../backend-client/task-backend.ts';
import { fromBackendFailure, toTaskFailure } from '../to-task-failure.ts';

/** What the requests of one tool call have in common. */
export interface CallContext {
  readonly backend: TaskBackend;
  readonly user: string;
  readonly requestId: string;
  /** The session that the client names, for the log alone. */
  readonly sessionId: string | undefined;
  readonly signal: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** A name that nobody else has. */
  newId(): string;
}

/** A request without what all of a call have in common. */
export type CallRequest = Omit<BackendRequest, 'user' | 'requestId' | 'sessionId'>;

/** Asks the backend; gives every answer. Rejects with `TaskFailure` where there is none. */
export async function askBackend(
  { backend, user, requestId, sessionId, signal }: CallContext,
  request: CallRequest,
): Promise<BackendReply> {
  const session = sessionId === undefined ? {} : { sessionId };
  try {
    return await backend.send({ ...request, user, requestId, ...session }, signal);
  } catch (error) {
    throw error instanceof BackendFailure ? fromBackendFailure(error, requestId) : error;
  }
}

/** Asks the backend; gives what it did. Rejects with `TaskFailure` where it did not. */
export async function askToDo(context: CallContext, request: CallRequest): Promise<BackendReply> {
  return done(context, await askBackend(context, request));
}

/** The answer, if it says that something was done. */
export function done({ requestId }: CallContext, reply: BackendReply): BackendReply {
  if (reply.status >= 200 && reply.status < 300) return reply;
  throw toTaskFailure(reply, requestId);
}

/** What the backend can do. */
export async function featuresOf({ backend, signal }: CallContext): Promise<BackendFeatures> {
  return backend.features(signal);
}
