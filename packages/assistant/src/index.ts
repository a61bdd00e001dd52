export { createConversation } from './answer/create-conversation.ts';
export type { Asking, Conversation, ConversationOptions, PreviewedRequest } from './answer/conversation.ts';
export { askModel } from './answer/ask-model.ts';
export type { ModelAnswer, ModelProgress } from './answer/ask-model.ts';
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
export { createAnswerWriter } from './note/create-answer-writer.ts';
export type { AnswerWriter, AnswerWriterOptions, WrittenAnswer } from './note/create-answer-writer.ts';
export { describeText } from './note/describe-text.ts';
export { findConversation } from './note/find-conversation.ts';
export type { NoteConversation, NoteMessage } from './note/find-conversation.ts';
export { checkMessageNames, MESSAGE_NAMES } from './note/message-names.ts';
export type { MessageNames } from './note/message-names.ts';
export { createQuestionFollower } from './note/create-question-follower.ts';
export type { QuestionFollower } from './note/create-question-follower.ts';
export { readConversation } from './note/read-conversation.ts';
export type { ReadConversation, QuestionOptions } from './note/read-conversation.ts';
export { readNoteSettings } from './note/read-note-settings.ts';
export type { NoteSettings } from './note/read-note-settings.ts';
