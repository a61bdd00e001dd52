import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../operations/problem-error.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** A string, with the colon that makes it a name, and the ends of objects. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}]/g;

/** Takes bodies that every reader of JSON takes for the same value, and no others: UTF-8 alone, and no name twice in an object. */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = decode(body);
    // Clients name the type of a body that is not there; what needs one says so itself.
    if (text === '') done(null, undefined);
    else if (text === undefined) done(toMalformed('The body is not valid UTF-8.'), undefined);
    else {
      void parse(request, text, (error, value) => {
        if (error === null && namesTwice(text))
          done(toMalformed('The body has a duplicate key in one object.'), undefined);
        else done(error, value);
      });
    }
  });
}

function decode(body: Buffer): string | undefined {
  try {
    return decoder.decode(body);
  } catch {
    return undefined;
  }
}

/** Whether an object of this valid JSON has a name twice, however it is written. */
function namesTwice(json: string): boolean {
  const open: Set<unknown>[] = [];
  for (const [token, colon] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const name: unknown = JSON.parse(token.slice(0, -colon.length));
      const names = open.at(-1);
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
  }
  return false;
}

function toMalformed(detail: string): ProblemError {
  return new ProblemError({ kind: 'malformed-request', detail });
}
