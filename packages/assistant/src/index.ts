export { createConversation } from './answer/create-conversation.ts';
export type { Asking, Conversation, ConversationOptions } from './answer/conversation.ts';
export type { AnswerEnd, AnswerEvent } from './answer/answer-event.ts';
export type { UsageLimits } from './answer/token-usage.ts';
export type { CallApprovals, Approver, ApprovalRequest, Decision } from './approval/approver.ts';
export { createFixedApprover } from './approval/create-fixed-approver.ts';
export type { FixedPolicy } from './approval/create-fixed-approver.ts';
export { checkConversation } from './model/check-conversation.ts';
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
export type { ToolScope, ToolYard } from './tools/tool-access.ts';
