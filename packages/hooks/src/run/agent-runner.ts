import type { CallStatus, RefusedCall, ToolCaller, ToolyardError } from '@toolyard/core';
import type { WantedTool } from '../hook/tool-allow-list.ts';

/** A task for a model, with everything put in. */
export interface AgentTask {
  /** The id of the run. */
  readonly id: string;
  readonly prompt: string;
  /** Instructions, with what the marks in the prompt mean. */
  readonly system: string;
  /** `provider/model`; what the environment or the configuration says where absent. */
  readonly model?: string;
  /** The keys of the servers whose tools there are; none where empty. */
  readonly servers: readonly string[];
  readonly turns: number;
  /** What the session limit counts. */
  readonly session: string;
  /** Why the model may not call a tool, which is not offered then; `undefined` where it may. */
  explainForbidden(tool: WantedTool): string | undefined;
  /** Why the model may call nothing any more, asked before each call: what was approved may have changed. */
  refusal(): Promise<string | undefined>;
  /** Makes the calls of the model, as those of the run. */
  readonly caller: ToolCaller;
  /** Keeps a call in the history that the model wanted to make and may not. */
  noteRefusal(call: RefusedCall, why: ToolyardError): Promise<void>;
}

/** One call that a model asked for. */
export interface AgentCall {
  readonly tool: string;
  readonly status: CallStatus;
  /** What the model was told, where it did not succeed. */
  readonly reason?: string;
}

/** What became of a task. */
export interface AgentAnswer {
  /** `provider/model`. */
  readonly model: string;
  /** Why it ended: `stop` is the plain end, all others have a `message`. */
  readonly end: 'stop' | 'turn-cap' | 'stopped' | 'error';
  readonly message?: string;
  /** All that the model said. */
  readonly text: string;
  readonly calls: readonly AgentCall[];
  /** What the provider counted; estimated where it does not say. */
  readonly usage: Readonly<Record<string, number>>;
  /** What people should know besides, such as tools that could not be offered. */
  readonly notices: readonly string[];
}

/** A prompt for the chat of an editor, with everything put in. */
export interface ChatPrompt {
  readonly prompt: string;
  /** The mode of the chat, by its name there; the one that is selected where absent. */
  readonly mode?: string;
}

/** Gives tasks to models. */
export interface AgentRunner {
  /** Sends a prompt to the chat of the editor, and does not wait for its answer; absent where there is no editor. */
  readonly chat?: ((prompt: ChatPrompt) => Promise<void>) | undefined;
  /**
   * Resolves however the model ends, at once when `signal` is aborted. Throws `ToolyardError` where it is not asked at all:
   * `model-not-chosen`, `model-key-missing`.
   */
  ask(task: AgentTask, signal: AbortSignal): Promise<AgentAnswer>;
}
