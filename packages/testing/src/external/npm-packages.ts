/** Claude Code, in a version that Node 20 can install. */
export const CLAUDE_CODE: readonly string[] = ['@anthropic-ai/claude-code@2.1.197'];

/** MCP servers by as many authors, which need no network, no account and no program besides git. */
export const NPM_SERVERS: readonly string[] = [
  '@allpepper/memory-bank-mcp@0.2.2',
  '@cyanheads/git-mcp-server@2.15.3',
  '@drawio/mcp@1.6.1',
  '@eslint/mcp@0.3.13',
  '@itseasy21/mcp-knowledge-graph@1.0.7',
  '@kazuph/mcp-taskmanager@1.1.1',
  '@movibe/memory-bank-mcp@0.4.1',
  '@playwright/mcp@0.0.83',
  '@wrtnlabs/calculator-mcp@0.2.1',
  'mcp-hello-world@1.1.2',
  'mcp-server-code-runner@0.1.8',
  'mcp-server-commands@0.5.0',
  'time-mcp@1.0.6',
];
