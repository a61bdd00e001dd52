export type { AITool, AIToolContext } from '@toolyard/assistant';
export type { ConfigurationFile, ServerEntry } from '@toolyard/host';
export { createYard } from './api/create-yard.ts';
export type { CreateYardOptions } from './api/create-yard.ts';
export { ToolyardError } from '@toolyard/core';
export type {
  CallError,
  CallEvent,
  CallingHook,
  CallProgress,
  CallRecord,
  Calls,
  CallStatus,
  Catalogue,
  CatalogueEntry,
  CatalogueKind,
  ConfigProblem,
  ConfigProblemCode,
  ContentBlock,
  DocumentPlace,
  ExecutionResult,
  FailurePhase,
  JsonRpcError,
  Log,
  LogLevel,
  Naming,
  Origin,
  ServerAttempt,
  ServerState,
  ServerStatus,
  Settings,
  ToolCall,
  ToolCaller,
  ToolId,
  ToolOutcome,
  ToolResult,
  ToolyardErrorCode,
  Yard,
  YardEvent,
} from '@toolyard/core';
export {
  HOOK_LIMITS,
  isValidMcpParams,
  isValidMcpServer,
  isValidMcpTool,
  isValidParameterMapping,
  toAvailability,
  toDisplayName,
} from '@toolyard/hooks';
export type { McpParams, McpServer, McpTool, ParameterMapping, ServerAvailability } from '@toolyard/hooks';
