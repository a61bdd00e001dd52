export { agentModels } from './agent-models.ts';
export type { AgentModels } from '../ports/agent-models.ts';
export { askNoteFile } from './ask-note-file.ts';
export type { NoteAnswer, NoteQuestion, NoteRequest } from './ask-note-file.ts';
export { decideTicked, describeArguments, tickCalls } from './asked-calls.ts';
export { createToolApprovals, openToolApprovals } from './create-tool-approvals.ts';
export type { ApprovedYard, GivenApproval, ToolApprovals } from './create-tool-approvals.ts';
export { keepConversation, readKeptConversation } from './keep-conversation.ts';
export type { KeptConversation } from './keep-conversation.ts';
export { openAssistant } from './open-assistant.ts';
export type { Assistant, AssistantOptions, AssistantQuestion, OpenConversation } from './open-assistant.ts';
export { openHostModel } from './open-host-model.ts';
export type { HostModel } from './open-host-model.ts';
export { openKeptModel } from './open-kept-model.ts';
export { readConversationEnd } from './read-conversation-end.ts';
export { testModel } from './test-model.ts';
export type { ModelTest } from './test-model.ts';
// What hosts show people of models and calls: the words of the two packages that this entry joins.
export {
  checkMessageNames,
  createQuestionFollower,
  describeText,
  findConversation,
  MESSAGE_NAMES,
  readNoteSettings,
} from '@toolyard/assistant';
export type {
  AnswerEvent,
  ApprovalRequest,
  Decision,
  MessageNames,
  ModelContent,
  ReadConversation,
} from '@toolyard/assistant';
export { PROVIDERS } from '@toolyard/models';
export type { Provider } from '@toolyard/models';
export { createSampler } from './create-sampler.ts';
export type { SamplingQuestion } from './create-sampler.ts';
export type { SampledMessage, SamplingResult } from './sampling.ts';
