import { createSecretMask, VERSION, type HttpRequester } from '@toolyard/core';
import {
  GITHUB_API,
  tokenVariablesOf,
  type GitHubConnection,
  type GitHubPlace,
  type GitHubReply,
  type GitHubSender,
} from '@toolyard/hooks';
import { createNodeHttpRequester } from '@toolyard/node';
import type { Surroundings } from '../../surroundings/surroundings.ts';
import { createGitHubFetch } from './create-github-fetch.ts';

/** A sender with connections of its own. */
export interface OwnedGitHubSender extends GitHubSender {
  /** Ends every connection. */
  close(): void;
}

/** The version of the API that requests are written for. */
const API_VERSION = '2022-11-28';

/** Reaches GitHub with tokens from the environment, through Octokit, which is loaded with the first request. */
export function createGitHubSender(env: Surroundings['env'], requester?: HttpRequester): OwnedGitHubSender {
  let own: ReturnType<typeof createNodeHttpRequester> | undefined;
  const reach = (): HttpRequester => requester ?? (own ??= createNodeHttpRequester({ setting: 'baseUrl' }));
  return {
    open(place) {
      const token = findToken(env, place.tokenEnv);
      if (token === undefined) return { problem: explainMissing(place) };
      // What a header cannot hold is no token, and is not to be seen in the message about it.
      if (!/^[\x21-\x7e]+$/.test(token)) {
        return {
          problem: `the environment variable ${place.tokenEnv} holds no token: it has characters that none has`,
        };
      }
      return connect(place, token, reach);
    },
    close: () => own?.close(),
  };
}

/** Why no token for GitHub is found in this environment; undefined where there is one. */
export function explainMissingToken(env: Surroundings['env'], place: GitHubPlace): string | undefined {
  return findToken(env, place.tokenEnv) === undefined ? explainMissing(place) : undefined;
}

function findToken(env: Surroundings['env'], name: string): string | undefined {
  return tokenVariablesOf(name)
    .map((each) => env[each]?.trim())
    .find((token) => token !== undefined && token !== '');
}

function explainMissing({ baseUrl, tokenEnv }: GitHubPlace): string {
  const web = baseUrl === GITHUB_API ? 'https://github.com' : new URL(baseUrl).origin;
  return `there is no token for GitHub: the environment variable ${tokenEnv} is not set. Create a token at ${web}/settings/tokens, and set the variable where Toolyard runs`;
}

function connect({ baseUrl }: GitHubPlace, token: string, reach: () => HttpRequester): GitHubConnection {
  const fetch = createGitHubFetch(reach, createSecretMask([token]));
  return {
    async send({ route, parameters }, signal) {
      const { request } = await import('@octokit/request');
      const octokit = request.defaults({
        baseUrl: baseUrl.replace(/\/+$/, ''),
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${token}`,
          'user-agent': `toolyard/${VERSION}`,
          'x-github-api-version': API_VERSION,
        },
        // Octokit would write to the console of whatever program this runs in.
        request: { fetch, log: { warn: () => undefined } },
      });
      return toReply(octokit(route, { ...parameters, request: { signal } }));
    },
  };
}

/** An answer as Octokit gives it. */
interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
}

/** Octokit throws answers that are errors; what our `fetch` throws is the cause of what Octokit throws. */
async function toReply(answering: Promise<Answer>): Promise<GitHubReply> {
  const { status, headers, data } = await answering.catch((error: unknown) => {
    const failure: { readonly response?: Answer; readonly cause?: unknown } = error instanceof Error ? error : {};
    if (failure.response !== undefined) return failure.response;
    throw failure.cause ?? error;
  });
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]);
  return { status, headers: Object.fromEntries(texts), data };
}
