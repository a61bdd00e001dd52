import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../harness/create-yard-folder.ts';

const CHUNKS = join(ROOT, 'apps/cli/dist/chunks');

const STATIC = /^(?:import|export)\b[^;]*?"\.\/([^"/]+\.js)";/gm;
const DYNAMIC = /\bimport\("\.\/([^"/]+\.js)"\)/g;

/** The text of a chunk and of all that it brings along. */
function load(name: string, loaded = new Map<string, string>()): string {
  if (!loaded.has(name)) {
    const text = readFileSync(join(CHUNKS, name), 'utf8');
    loaded.set(name, text);
    for (const [, next = ''] of text.matchAll(STATIC)) load(next, loaded);
  }
  return [...loaded.values()].join('');
}

it('starts the built-in tasks without an HTTP server or the driver of another database', () => {
  const name = readdirSync(CHUNKS).find((file) => file.startsWith('start-embedded-tasks-')) ?? '';
  // What it loads by itself later on is part of the start too.
  const later = [...readFileSync(join(CHUNKS, name), 'utf8').matchAll(DYNAMIC)].map(([, next = '']) => next);
  const text = [name, ...later].map((chunk) => load(chunk)).join('');
  expect(text).toContain('packages/tasks/src/mcp/mcp-session.ts');
  expect(new Set(text.match(/node_modules\/(fastify|pg|ajv|@electric-sql)\//g))).toEqual(new Set());
});
