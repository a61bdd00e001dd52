// Runs the command of a package as `npx -y PACKAGE …` does, where the package is installed in this repository.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [flag, name = '', ...args] = process.argv.slice(2);
const folder = new URL(`../../../node_modules/${name.replace(/(?<=.)@.*$/, '')}/`, import.meta.url);

function findCommand() {
  const { bin } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  return new URL(typeof bin === 'string' ? bin : Object.values(bin)[0], folder);
}

if (flag !== '-y') throw new Error('Write "npx -y PACKAGE": without "-y" npx asks before it fetches something');
const command = findCommand();
process.argv.splice(1, process.argv.length, command.pathname, ...args);
await import(pathToFileURL(command.pathname).href);
