import type { GitHubReply } from './github-sender.ts';
import { quoteGitHub } from './explain-github-reply.ts';

/** What GitHub asks of those who come too often and are told nothing else. */
const UNTOLD_MS = 60_000;
/** A time that has just passed here may not have passed there. */
const LEAST_MS = 1000;

/** When a request that was refused for coming too often may be sent again, in milliseconds since 1970; `undefined` where it was not. */
export function findRateLimit(reply: GitHubReply, now: number): number | undefined {
  const { status, headers } = reply;
  if (status !== 403 && status !== 429) return undefined;
  const seconds = toNumber(headers['retry-after']);
  if (seconds !== undefined) return now + Math.max(seconds * 1000, LEAST_MS);
  if (headers['x-ratelimit-remaining'] === '0') {
    const reset = toNumber(headers['x-ratelimit-reset']);
    return reset === undefined ? now + UNTOLD_MS : Math.max(reset * 1000, now + LEAST_MS);
  }
  return status === 429 || /rate limit/i.test(quoteGitHub(reply)) ? now + UNTOLD_MS : undefined;
}

function toNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text.trim()) ? Number(text) : undefined;
}
