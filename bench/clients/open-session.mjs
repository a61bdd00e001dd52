/** A session over a raw connection: the handshake, and calls with their outcome checked. */
export async function openSession(connection, era = 'handshake') {
  if (era === 'handshake') await shakeHands(connection);
  return {
    connection,
    ping: () => connection.request('ping', {}),
    async tools() {
      const answer = await connection.request('tools/list', {});
      return answer.result.tools.map((tool) => tool.name);
    },
    async call(name, args, expected, meta) {
      const { result, error } = await connection.request('tools/call', {
        name,
        arguments: args,
        ...(meta && { _meta: meta }),
      });
      checkText(name, expected, result, error);
    },
    close: () => connection.close(),
  };
}

async function shakeHands(connection) {
  const { result } = await connection.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  });
  if (result === undefined) throw new Error('initialize was refused');
  connection.notify('notifications/initialized');
}

/** Throws where an answer is not the text that its call must give. */
export function checkText(name, expected, result, error) {
  const text = result?.content?.[0]?.text;
  if (text !== expected) throw new Error(`${name} gave ${JSON.stringify(error ?? result).slice(0, 200)}`);
}
