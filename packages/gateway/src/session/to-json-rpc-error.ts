import type { JsonRpcError, ToolyardError } from '@toolyard/core';

/** JSON-RPC codes that gateway clients see; those from the protocol have its meaning. */
export const ERROR_CODES = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  resourceNotFound: -32002,
  serverUnavailable: -32000,
} as const;

/** The one place where a failure of the yard becomes an error on the wire. */
export function toJsonRpcError(error: ToolyardError): JsonRpcError {
  return { code: toCode(error), message: error.message };
}

function toCode(error: ToolyardError): number {
  switch (error.code) {
    case 'tool-not-found':
    case 'arguments-invalid':
      return ERROR_CODES.invalidParams;
    case 'call-chain-refused':
      return ERROR_CODES.invalidRequest;
    case 'server-unavailable':
    case 'connection-lost':
    case 'server-not-found':
    case 'server-start-failed':
    case 'copy-limit':
      return ERROR_CODES.serverUnavailable;
    default:
      return ERROR_CODES.internal;
  }
}
