import type { JsonSchema } from '../../domain/json-schema.ts';
import type { TokenScope } from '../../domain/task-store.ts';
import type { TaskClient } from '../client/task-client.ts';

/** What an answer looks like: either a success, or an error. */
export interface OutputSchema extends JsonSchema {
  readonly type: 'object';
  readonly anyOf: readonly { readonly required: readonly string[] }[];
}

/** A tool as clients see it in the list. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: OutputSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    /** Mean something only where the tool changes something. */
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: false;
  };
}

/** What a tool gives. */
export interface TaskToolAnswer {
  /** For people. */
  readonly text: string;
  /** For machines. */
  readonly structured: Readonly<Record<string, unknown>>;
}

/** One tool. */
export interface TaskTool {
  readonly definition: ToolDefinition;
  /** What a token must allow. */
  readonly scope: TokenScope;
  /**
   * Reads the arguments, and throws `TaskFailure` for wrong ones; nothing is asked before the result is called.
   * `now` in milliseconds since 1970.
   */
  prepare(args: unknown, now: number): (tasks: TaskClient) => Promise<TaskToolAnswer>;
}
