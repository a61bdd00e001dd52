// What a message looks like on the other side of the proxy. Only names of tools and prompts differ.

const KINDS = { 'tools/call': 'tools', 'prompts/get': 'prompts' };

const exposed = (names, kind, name) => names[kind].get(name) ?? name;

/** A message of a client, with the names that the gateway shows. */
export function toExposed(names, message) {
  const { method, params } = message;
  const kind = KINDS[method];
  if (kind !== undefined && typeof params?.name === 'string') {
    return { ...message, params: { ...params, name: exposed(names, kind, params.name) } };
  }
  if (method === 'completion/complete' && params?.ref?.type === 'ref/prompt') {
    const ref = { ...params.ref, name: exposed(names, 'prompts', params.ref.name) };
    return { ...message, params: { ...params, ref } };
  }
  return message;
}

/** The headers of a client's request, with the names that the gateway shows. */
export function toExposedHeaders(names, { 'mcp-method': method, 'mcp-name': name, ...headers }) {
  const kind = KINDS[method];
  return {
    ...headers,
    ...(method === undefined ? {} : { 'mcp-method': method }),
    ...(name === undefined ? {} : { 'mcp-name': kind === undefined ? name : exposed(names, kind, name) }),
  };
}

/** A message of the gateway, with the names that the server gave. */
export function fromExposed(names, message) {
  const { result } = message;
  if (result === undefined) return message;
  const kinds = Object.keys(names).filter((kind) => Array.isArray(result[kind]));
  if (kinds.length === 0) return message;
  const lists = kinds.map((kind) => [kind, result[kind].map((entry) => ({ ...entry, name: own(names[kind], entry) }))]);
  return { ...message, result: { ...result, ...Object.fromEntries(lists) } };
}

function own(names, { name }) {
  const found = [...names].find(([, shown]) => shown === name);
  return found?.[0] ?? name;
}
