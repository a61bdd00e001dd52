#!/usr/bin/env node
// Clients wait for `serve`, and git for `hooks fire --no-wait`, so these are bundled apart from the other commands: each file that a program
// loads costs half a millisecond.
const [first, second, ...words] = process.argv.slice(2);
const isFire = first === 'hooks' && second === 'fire' && words.includes('--no-wait');
if (isFire && (await (await import('./fire.ts')).fireAtOnce(words))) process.exit(0);
await (first === 'serve' ? import('./serve.ts') : import('./commands.ts'));
