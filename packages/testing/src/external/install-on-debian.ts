import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The command that provides packages of Debian. */
export function toInstallCommand(packages: string): string {
  return `apt-get update && apt-get install -y --no-install-recommends ${packages}`;
}

/** Installs packages where that is wanted (`CI=true`) and possible (root on Debian); throws where it fails. */
export function installOnDebian(packages: string, afterwards = 'true'): void {
  if (process.env['CI'] !== 'true' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  process.stderr.write(`toolyard: installing ${packages} for the tests\n`);
  const command = toInstallCommand(packages);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another program may hold the lock of the package manager for a moment.
  const script = `for wait in 5 10 20 0; do { ${command}; } && break; [ $wait -gt 0 ] || exit 1; sleep $wait; done; ${afterwards}`;
  const installed = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8', env });
  if (installed.status !== 0) throw new Error(`"${command}" failed: ${installed.stderr}`);
}
