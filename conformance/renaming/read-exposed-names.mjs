const ID = 'dev.toolyard/id';
const LISTS = [
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
];

/** The exposed names of all that a server has, by kind and by the names that it gave them itself. */
export async function readExposedNames(url, key) {
  const names = { tools: new Map(), prompts: new Map() };
  for (const [method, kind] of LISTS) {
    for (const { name, _meta: meta } of await readList(url, method, kind)) {
      const id = meta?.[ID] ?? '';
      if (id.startsWith(`${key}:`)) names[kind].set(id.slice(key.length + 1), name);
    }
    if (names[kind].size === 0) throw new Error(`The gateway at ${url} lists no ${kind} of "${key}"`);
  }
  return names;
}

async function readList(url, method, kind) {
  const revision = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      'mcp-method': method,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta } }),
  });
  const text = await response.text();
  const answer = JSON.parse(text.startsWith('{') ? text : /^data: ?(.+)$/m.exec(text)?.[1]);
  return answer.result[kind];
}
