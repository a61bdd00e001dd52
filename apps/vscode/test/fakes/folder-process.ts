import { openDiskFolder } from './open-disk-folder.ts';

/** A window in a process of its own: opens the folder that it is given, runs its hooks, and says what its duty is whenever that changes. */
const [home = '', path = ''] = process.argv.slice(2);
const folder = openDiskFolder({ home, path });
let told = '';
folder.onChange(() => {
  const { kind } = folder.state().duty;
  if (kind !== told) process.stdout.write(`${kind}\n`);
  told = kind;
});
process.stdin.on('end', () => void folder.close().then(() => process.exit(0))).resume();
