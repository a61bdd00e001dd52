export type { AnswerEnd, AnswerEvent } from './answer/answer-event.ts';
export type { ApprovalStore, Approver, CallRequest, Decision } from './approval/approver.ts';
export type {
  AnswerPart,
  Model,
  ModelContent,
  ModelEnd,
  ModelEvent,
  ModelMessage,
  ModelRequest,
  ModelTool,
  RequestedCall,
  TokenUsage,
  ToolAnswer,
} from './model/model.ts';
export type { AITool, AIToolContext } from './tools/ai-tool-context.ts';
