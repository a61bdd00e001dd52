/** What decides how the output of a call is shown. */
export type ContentType = 'text' | 'json' | 'markdown' | 'image';

/** How much room the output of a call takes. */
export type DisplayFormat = 'inline' | 'block' | 'collapsed';

/** The output of a call in the one form that hosts show. */
export interface ExecutionResult {
  /**
   * A string for `text` and `markdown`, the value for `json`; for `image` the blocks as the server sent them, since
   * words and pictures mostly come together.
   */
  readonly content: unknown;
  readonly contentType: ContentType;
  readonly displayFormat: DisplayFormat;
  /** Milliseconds, at least 1. */
  readonly executionDuration: number;
  /** Where the server reported it. */
  readonly tokensUsed?: number;
}
