// The part that the servers share: MCP over stdin and stdout, as small as it can be.
import { createInterface } from 'node:readline';

/** Serves tools, each `{ description, input, run }` by its name, until stdin ends. */
export function serve(name, tools) {
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const methods = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name, version: '1.0.0' },
    }),
    ping: () => ({}),
    'tools/list': () => ({
      tools: Object.entries(tools).map(([tool, { description, input }]) => ({
        name: tool,
        description,
        inputSchema: { type: 'object', properties: input, required: Object.keys(input) },
      })),
    }),
    'tools/call': async ({ name: tool, arguments: given }) => ({
      content: [{ type: 'text', text: await tools[tool].run(given) }],
    }),
  };
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    if (methods[method] === undefined) send({ id, error: { code: -32601, message: `Method not found: ${method}` } });
    else send({ id, result: await methods[method](params) });
  });
}
