import type { JsonRpcError } from '../frame/frame.ts';
import type { ToolId } from '../name/tool-id.ts';

/** Who asked for a call. */
export type Origin = 'client' | 'person' | 'document' | 'assistant' | 'hook';

/** Where in which document a call was asked for. */
export interface DocumentPlace {
  readonly path: string;
  readonly line?: number;
}

/** Which hook asked for a call, and in which of its runs. */
export interface CallingHook {
  readonly hook: string;
  /** The id of the run. */
  readonly run: string;
}

/** Who or what decided about a call of the assistant: `trusted` by the server's `trust`, `remembered` by an earlier approval. */
export type ApprovalDecision = 'once' | 'always-tool' | 'always-server' | 'remembered' | 'trusted' | 'denied';

/** What a server asks while a call runs: `sampling/createMessage`, `elicitation/create` or `roots/list`. */
export interface CallQuestion {
  /** The key of the server. */
  readonly server: string;
  readonly method: string;
  readonly params: unknown;
  /** The tool whose call it is about; absent where that is not known. */
  readonly tool?: ToolId;
}

/** Where the questions of a call go: a person at a terminal, a dialog of a host. */
export interface CallRespondent {
  /** What it can be asked, in the words of the protocol's client capabilities. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Resolves with the protocol's result for the question; rejects where there is none, with a message for the server. */
  answer(question: CallQuestion, signal: AbortSignal): Promise<unknown>;
  /** Hears of a question that was refused since it cannot be asked that; a server that others share does not know. */
  onRefused?(question: CallQuestion): void;
}

/** One request to run a tool. */
export interface ToolCall {
  readonly tool: ToolId;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly origin: Origin;
  /**
   * What the session limit counts, and what takes turns with others. Where it is absent, calls of one origin take turns
   * together, and those of a person count towards no limit.
   */
  readonly session?: string;
  /** The most calls of its session, -1 for any number; the limit of the configuration where absent. */
  readonly sessionLimit?: number;
  /** Refused with `session-limit` it stays out of the history, since whoever asked may make it again; `noteRefusal` puts it there. */
  readonly isWithdrawnAtLimit?: boolean;
  readonly document?: DocumentPlace;
  readonly hook?: CallingHook;
  /** The id of the conversation whose model asked for it. */
  readonly conversation?: string;
  readonly approval?: ApprovalDecision;
  /** The total time the call may take; the server's or the configuration's setting where absent. */
  readonly timeoutMs?: number;
  /** Called for every progress report of the server, in order. */
  readonly onProgress?: (progress: CallProgress) => void;
  /** Answers what the server asks; refused where absent. The time that takes counts towards no limit. */
  readonly respondent?: CallRespondent;
}

/** What a server reports while a call runs. */
export interface CallProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** A tool's result as the protocol defines it; fields Toolyard does not know are kept. */
export interface ToolResult {
  readonly content?: readonly ContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly [field: string]: unknown;
}

/** One block of a result; `type` decides which other fields there are. */
export interface ContentBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What a call gave. */
export type ToolOutcome =
  | { readonly kind: 'success' | 'tool-error'; readonly result: ToolResult; readonly json: string }
  | { readonly kind: 'failure'; readonly error: JsonRpcError };

/** The one seam through which documents, hooks and the assistant reach any tool. */
export interface ToolCaller {
  /** Resolves for every answer a server gives; throws `ToolyardError` when there is none. */
  call(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome>;
}
