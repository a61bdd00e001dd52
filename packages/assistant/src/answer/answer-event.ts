import type { ApprovalDecision, CallStatus, JsonObject } from '@toolyard/core';
import type { CutNotice } from '../context/create-context-window.ts';
import type { TokenUsage } from '../model/model.ts';

/** What happens while a question is answered; the lines of `toolyard ask --json`. The last is `end`, and there is exactly one. */
export type AnswerEvent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool-call';
      readonly id: string;
      readonly tool: string;
      /** The text that the model wrote where that is no JSON object. */
      readonly arguments: JsonObject | string;
    }
  | { readonly type: 'approval'; readonly id: string; readonly decision: ApprovalDecision }
  | {
      readonly type: 'tool-result';
      readonly id: string;
      readonly status: CallStatus;
      /** What the model was told. */
      readonly text: string;
      readonly durationMs?: number;
    }
  /** Something that people should know: what was cut from the context, a provider that is waited for. */
  | ({ readonly type: 'notice' } & CutNotice)
  /** What the answer used; from the second answer on with what the whole conversation has used. */
  | ({ readonly type: 'usage'; readonly conversation?: TokenUsage } & TokenUsage)
  | { readonly type: 'end'; readonly reason: AnswerEnd; readonly message?: string };

/** Why an answer ended; `message` says what happened where it is no plain `stop`. */
export type AnswerEnd = 'stop' | 'turn-cap' | 'stopped' | 'error';
