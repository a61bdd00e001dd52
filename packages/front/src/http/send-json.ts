import type { ServerResponse } from 'node:http';

/** Up to this many bytes are copied rather than written apart from the headers. */
const MOST_COPIED = 16_384;

/** Answers with JSON. Its length stands in the headers, and short bodies go out in one piece with these. */
export function sendJson(response: ServerResponse, status: number, body: Uint8Array): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  if (body.length > MOST_COPIED) response.end(body);
  // Node joins the headers with a text only. In Latin-1 each byte is a character, so that all come out as they are.
  else response.end(Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1'), 'latin1');
}
