import type { JsonObject, ToolId } from '@toolyard/core';

/** A call that a model asked for and that a person has to decide about. */
export interface ApprovalRequest {
  /** That of the model's request. */
  readonly id: string;
  readonly tool: ToolId;
  /** The key of the server. */
  readonly server: string;
  readonly arguments: JsonObject;
  /** The tool says that it may destroy something, so it is asked about each time. */
  readonly isDestructive: boolean;
}

/** What a person decided about a call. */
export type Decision = 'once' | 'always-tool' | 'always-server' | 'denied';

/** Asks people whether calls may be made: a terminal, a dialog. */
export interface Approver {
  /** Decides about all calls of one turn, in one question. A call whose id is absent from the answer is denied. */
  decide(calls: readonly ApprovalRequest[], signal: AbortSignal): Promise<ReadonlyMap<string, Decision>>;
  /** What the model is told about a call that was denied; that the user did so where absent. */
  explainDenial?(call: ApprovalRequest): string;
}

/** What people approved for good. An approval ends when the definition of its server changes. */
export interface CallApprovals {
  isApproved(tool: ToolId): Promise<boolean>;
  approveTool(tool: ToolId): Promise<void>;
  /** Approves every tool of a server that is not destructive. */
  approveServer(server: string): Promise<void>;
}
