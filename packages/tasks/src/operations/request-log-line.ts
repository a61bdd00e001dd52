/** One request in the log of the backend, and of whoever asks it: never a token, never what a user wrote. */
export interface RequestLogLine {
  readonly timestamp: string;
  readonly event: 'backend_request';
  readonly request_id: string;
  readonly user_id: string | null;
  /** `_meta.session_id` of the tool call that it was made for; absent where that names none. */
  readonly session_id?: string;
  readonly method: string;
  /** Without its query, which may hold words of a search; `(unknown)` for a path that is not one of ours. */
  readonly endpoint: string;
  /** `null` where there was no answer, or the client left before it. */
  readonly status_code: number | null;
  readonly duration_ms: number;
  /** The kind of problem, and for an unexpected one where it came from; `null` where all went well. */
  readonly error: string | null;
}
