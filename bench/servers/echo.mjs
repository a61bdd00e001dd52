// The server behind every row: as little work as a server can do, so that what is measured is what stands before it.
// With a number of milliseconds as its argument it starts that slowly, with a second one it has that many tools more.
const [, , startMs = '0', moreTools = '0'] = process.argv;

const RESULTS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: NAMES.map(describe) }),
  'tools/call': ({ name, arguments: args }) => ({
    content: [{ type: 'text', text: (TOOLS[name] ?? TOOLS.echo)(args) }],
  }),
};

const TOOLS = {
  echo: ({ text }) => text,
  big: ({ bytes }) => 'x'.repeat(bytes),
  length: ({ text }) => String(text.length),
  storm: ({ reports }) => String(reports),
};

const NAMES = [...Object.keys(TOOLS), ...Array.from({ length: Number(moreTools) }, (_, index) => `tool_${index}`)];

function describe(name) {
  return { name, description: `The ${name} tool.`, inputSchema: { type: 'object' } };
}

let parts = [];

function receive(chunk) {
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
}

function answer({ id, method, params }) {
  if (id === undefined) return '';
  const result = RESULTS[method]?.(params);
  const outcome = result ? { result } : { error: { code: -32601, message: `Method not found: ${method}` } };
  return `${reports(params)}${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`;
}

/** What the tool `storm` says before its answer. */
function reports(params) {
  if (params?.name !== 'storm') return '';
  const { progressToken } = params._meta;
  return Array.from({ length: params.arguments.reports }, (_, progress) => {
    const report = { progressToken, progress: progress + 1, message: `step ${progress + 1}` };
    return `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: report })}\n`;
  }).join('');
}

setTimeout(() => {
  process.stdin.on('data', receive);
  process.stdin.on('end', () => process.exit(0));
}, Number(startMs));
