// Makes the animated picture of the plugin for the README: `npm run screens:obsidian`.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const picture = fileURLToPath(new URL('../docs/screens/obsidian-ask.gif', import.meta.url));
const words = ['vitest', 'run', '--project=obsidian', 'apps/obsidian/test/picture.test.ts'];
const run = spawn('npx', words, { stdio: 'inherit', env: { ...process.env, TOOLYARD_PICTURE: picture } });
run.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
