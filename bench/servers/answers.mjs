// What the servers of all rows answer: as little work as a server can do, so that what is measured is what stands before them.

const TOOLS = {
  echo: ({ text }) => text,
  big: ({ bytes }) => 'x'.repeat(bytes),
  length: ({ text }) => String(text.length),
  storm: ({ reports }) => String(reports),
};

/** Gives the answer to a message as JSON, for a server that has `moreTools` more tools that echo; none to a notification. */
export function createAnswer(moreTools = 0) {
  const names = [...Object.keys(TOOLS), ...Array.from({ length: moreTools }, (_, index) => `tool_${index}`)];
  const results = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'bench', version: '1.0.0' },
    }),
    ping: () => ({}),
    'tools/list': () => ({ tools: names.map(describe) }),
    'tools/call': ({ name, arguments: args }) => ({
      content: [{ type: 'text', text: (TOOLS[name] ?? TOOLS.echo)(args) }],
    }),
  };
  return ({ id, method, params }) => {
    if (id === undefined) return undefined;
    const result = results[method]?.(params);
    const outcome = result ? { result } : { error: { code: -32601, message: `Method not found: ${method}` } };
    return JSON.stringify({ jsonrpc: '2.0', id, ...outcome });
  };
}

function describe(name) {
  return { name, description: `The ${name} tool.`, inputSchema: { type: 'object' } };
}

const NONE = [];

/** What the tool `storm` says before its answer, as JSON; nothing for all other messages. */
export function reportsOf({ method, params }) {
  if (method !== 'tools/call' || params.name !== 'storm') return NONE;
  const {
    _meta: { progressToken },
  } = params;
  return Array.from({ length: params.arguments.reports }, (_, progress) => {
    const report = { progressToken, progress: progress + 1, message: `step ${progress + 1}` };
    return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: report });
  });
}
