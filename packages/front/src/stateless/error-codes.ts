/** The JSON-RPC codes that stateless requests are refused with. */
export const STATELESS_ERROR_CODES = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;
