import type { Environment } from '../process/create-server-environment.ts';
import { prepareLaunch, type Launch, type Program } from '../process/prepare-launch.ts';
import { createLoginPathReader, createShellRunner } from '../process/read-login-path.ts';

/** Makes a check whether a server's program is found as at its start; rejects with `server-misconfigured` where it is not. */
export function createLaunchCheck(env: Environment, platform: NodeJS.Platform): (server: Program) => Promise<Launch> {
  const shell = platform === 'win32' ? undefined : (env['SHELL'] ?? '/bin/sh');
  const loginPath = createLoginPathReader(shell, createShellRunner(env));
  return (server) => prepareLaunch(server, { env, platform, loginPath });
}
