/** The handshake, and calls with their outcome checked. */
export async function openSession(client) {
  const { result } = await client.request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  });
  if (result === undefined) throw new Error('initialize was refused');
  client.notify('notifications/initialized');

  return {
    async tools() {
      const answer = await client.request('tools/list', {});
      return answer.result.tools.map((tool) => tool.name);
    },
    /** Throws where the answer is not the text that this call must give. */
    async call(name, args, expected) {
      const { result: given, error } = await client.request('tools/call', { name, arguments: args });
      const text = given?.content?.[0]?.text;
      if (text !== expected) throw new Error(`${name} gave ${JSON.stringify(error ?? given).slice(0, 200)}`);
    },
  };
}
