export type { ConfigurationFile, ServerEntry } from '@toolyard/host';
export { createYard } from './api/create-yard.ts';
export type { CreateYardOptions } from './api/create-yard.ts';
export { ToolyardError } from '@toolyard/core';
export type {
  CallProgress,
  Catalogue,
  CatalogueEntry,
  CatalogueKind,
  ContentBlock,
  FailurePhase,
  JsonRpcError,
  Log,
  LogLevel,
  Naming,
  Origin,
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
  isValidMcpParams,
  isValidMcpServer,
  isValidMcpTool,
  isValidParameterMapping,
  toAvailability,
  toDisplayName,
} from '@toolyard/hooks';
export type { McpParams, McpServer, McpTool, ParameterMapping, ServerAvailability } from '@toolyard/hooks';
