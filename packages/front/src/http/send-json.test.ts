import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { sendJson } from './send-json.ts';

it.each([
  ['short', '{"text":"ASCII"}'],
  ['in other scripts', JSON.stringify({ text: 'é 漢字 🙂 \u0080' })],
  ['long', JSON.stringify({ text: 'é🙂'.repeat(50_000) })],
])('sends a body that is %s byte for byte, and its length', async (_what, text) => {
  const server = createServer((_request, response) => sendJson(response, 200, new TextEncoder().encode(text)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  });
  expect(await response.text()).toBe(text);
});
