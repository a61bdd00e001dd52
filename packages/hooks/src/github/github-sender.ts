import type { GitHubRequest } from './to-github-requests.ts';

/** Where a hook sends its requests, and by which token. */
export interface GitHubPlace {
  readonly baseUrl: string;
  /** The environment variable that holds the token. */
  readonly tokenEnv: string;
}

/** An answer of GitHub, whatever its status. */
export interface GitHubReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of its body, or its text where it is none; holds no token. */
  readonly data: unknown;
}

/** Sends requests to one place with one token. */
export interface GitHubConnection {
  /**
   * Sends one request once. Rejects where no answer came: with `server-unavailable` where nothing was sent, with
   * `server-misconfigured` where nothing was done and would be if it were sent again, with other codes of `ToolyardError` where it
   * may have been done. Messages read on after `GitHub ` and hold no token.
   */
  send(request: GitHubRequest, signal: AbortSignal): Promise<GitHubReply>;
}

/** Reaches GitHub for the hooks of a workspace. */
export interface GitHubSender {
  /** Connects to nothing yet; a problem, for people, where there is no token. */
  open(place: GitHubPlace): GitHubConnection | { readonly problem: string };
}
