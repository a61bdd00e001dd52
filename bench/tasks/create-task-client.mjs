import { Agent, request } from 'node:http';

/** A client of the task backend over kept connections; each request gives its answer, parsed, or throws. */
export function createTaskClient(port, token, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function send(user, method, path, body) {
    const headers = { authorization: `Bearer ${token}`, 'x-user-id': user };
    if (body !== undefined) headers['content-type'] = 'application/json';
    return new Promise((resolve, reject) => {
      const sent = request({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => void (text += chunk));
        response.on('end', () => {
          if (response.statusCode >= 400) reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
          else resolve(text === '' ? undefined : JSON.parse(text));
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  return { send, close: () => agent.destroy() };
}
