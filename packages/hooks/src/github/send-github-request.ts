import { delayOrThrow, toIsoTime, toMessage, ToolyardError, type Clock } from '@toolyard/core';
import type { GitHubRequest } from './to-github-requests.ts';
import { explainGitHubReply, quoteGitHub, type GitHubSubject } from './explain-github-reply.ts';
import { findRateLimit } from './find-rate-limit.ts';
import type { GitHubConnection, GitHubReply } from './github-sender.ts';

/** A request that did not lead to what was wanted. */
export class GitHubFailure extends Error {
  /** The answer that said so, where there was one. */
  readonly reply: GitHubReply | undefined;

  constructor(message: string, reply?: GitHubReply) {
    super(message);
    this.reply = reply;
  }
}

/** What requests are sent with. */
export interface GitHubSending {
  readonly connection: GitHubConnection;
  readonly clock: Clock;
  readonly subject: GitHubSubject;
  /** When there is no time left, in milliseconds since 1970. */
  readonly until: number;
  /** Aborted then too. */
  readonly signal: AbortSignal;
  /** Hears each time before something is sent again. */
  onRepeat(): void;
}

const TRIES = 4;
const FIRST_PAUSE_MS = 500;

/**
 * Sends a request until it has an answer that counts. One that was refused for coming too often was not done, and is sent again
 * when it may be; one whose answer is lost only where that does no harm. Throws a `GitHubFailure`, or what `signal` was aborted with.
 */
export async function sendGitHubRequest(request: GitHubRequest, sending: GitHubSending): Promise<GitHubReply> {
  for (let failed = 0; ;) {
    const outcome = await tryOnce(request, sending);
    const { clock } = sending;
    if ('reply' in outcome && outcome.reply.status < 500) {
      const { reply } = outcome;
      const again = findRateLimit(reply, clock.now());
      if (again === undefined) return judge(request, reply, sending.subject);
      await waitUntilAllowed(again, reply, sending);
      sending.onRepeat();
      continue;
    }
    const pause = FIRST_PAUSE_MS * 2 ** failed++;
    const isInTime = failed < TRIES && clock.now() + pause < sending.until;
    if (!isInTime || !mayRepeat(request, outcome)) throw toLoss(request, outcome);
    await delayOrThrow(clock, pause, sending.signal);
    sending.onRepeat();
  }
}

type Outcome = { readonly reply: GitHubReply } | { readonly error: ToolyardError };

async function tryOnce(request: GitHubRequest, { connection, signal }: GitHubSending): Promise<Outcome> {
  try {
    return { reply: await connection.send(request, signal) };
  } catch (error) {
    signal.throwIfAborted();
    if (ToolyardError.is(error)) return { error };
    throw error;
  }
}

function judge(request: GitHubRequest, reply: GitHubReply, subject: GitHubSubject): GitHubReply {
  const isDone = reply.status === 404 && request.doneBy !== undefined && quoteGitHub(reply) === request.doneBy;
  if (isDone || (reply.status >= 200 && reply.status < 300)) return reply;
  throw new GitHubFailure(explainGitHubReply(reply, subject), reply);
}

async function waitUntilAllowed(
  again: number,
  reply: GitHubReply,
  { clock, until, signal }: GitHubSending,
): Promise<void> {
  if (again >= until) {
    const said = quoteGitHub(reply);
    const reason = `GitHub's rate limit is used up until ${toIsoTime(again)}, which is later than the time limit of this run`;
    throw new GitHubFailure(said === '' ? reason : `${reason}: ${said}`, reply);
  }
  await delayOrThrow(clock, again - clock.now(), signal);
}

/** What has to be changed first is sent once. */
function mayRepeat({ once }: GitHubRequest, outcome: Outcome): boolean {
  return once === undefined && !('error' in outcome && outcome.error.code === 'server-misconfigured');
}

/** Where nothing was sent, or nothing was done with it. */
const NOT_DONE: readonly string[] = ['server-unavailable', 'server-misconfigured'];

/** Says what is not known where the answer is lost of something that must not be done twice. */
function toLoss({ once }: GitHubRequest, outcome: Outcome): GitHubFailure {
  const isSure = 'error' in outcome && NOT_DONE.includes(outcome.error.code);
  const doubt = once === undefined || isSure ? '' : `; it is not known whether ${once}`;
  if ('error' in outcome) return new GitHubFailure(`GitHub ${toMessage(outcome.error)}${doubt}`);
  const said = quoteGitHub(outcome.reply);
  const what = `GitHub failed with status ${outcome.reply.status}${said === '' ? '' : `: ${said}`}`;
  return new GitHubFailure(`${what}${doubt}`, outcome.reply);
}
