import type { ContentBlock, JsonObject } from '@toolyard/core';

/** A tool as the editor lists it for its chat. */
export interface EditorTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly tags: readonly string[];
  /** What people call the extension that has it; absent where that is a server, or not known. */
  readonly extension?: string;
  /** The editor brings it along. */
  readonly isBuiltin: boolean;
}

/** The tools that the editor has for its chat, whoever provides them. */
export interface EditorTools {
  list(): readonly EditorTool[];
  /** Calls one, after the editor has asked the person; `undefined` where they said no, or stopped it. */
  call(name: string, given: JsonObject, signal: AbortSignal): Promise<readonly ContentBlock[] | undefined>;
}
