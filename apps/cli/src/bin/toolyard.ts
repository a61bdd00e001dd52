#!/usr/bin/env node
// Clients wait for `serve`, so it is bundled apart from the other commands: each file that a program loads costs half a millisecond.
await(process.argv[2] === 'serve' ? import('./serve.ts') : import('./commands.ts'));
