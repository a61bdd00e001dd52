// The server behind every row: as little work as a server can do, so that what is measured is what stands before it.
const RESULTS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: ['echo', 'big', 'length'].map(describe) }),
  'tools/call': ({ name, arguments: args }) => ({ content: [{ type: 'text', text: TOOLS[name](args) }] }),
};

const TOOLS = {
  echo: ({ text }) => text,
  big: ({ bytes }) => 'x'.repeat(bytes),
  length: ({ text }) => String(text.length),
};

function describe(name) {
  return { name, description: `The ${name} tool.`, inputSchema: { type: 'object' } };
}

let parts = [];

process.stdin.on('data', (chunk) => {
  let from = 0;
  let answers = '';
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
    parts.push(chunk.subarray(from, at));
    answers += answer(JSON.parse(Buffer.concat(parts).toString()));
    parts = [];
    from = at + 1;
  }
  if (from < chunk.length) parts.push(chunk.subarray(from));
  if (answers !== '') process.stdout.write(answers);
});
process.stdin.on('end', () => process.exit(0));

function answer({ id, method, params }) {
  if (id === undefined) return '';
  const result = RESULTS[method]?.(params);
  const outcome = result ? { result } : { error: { code: -32601, message: `Method not found: ${method}` } };
  return `${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`;
}
