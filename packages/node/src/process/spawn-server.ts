import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { ToolyardError, toMessage, type CommandServer } from '@toolyard/core';
import { explainStartFailure } from './explain-start-failure.ts';
import { inspectFile } from './inspect-file.ts';
import type { Launch, Program } from './prepare-launch.ts';

/** A launch of one server. */
export interface ServerLaunch {
  readonly server: CommandServer;
  readonly launch: Launch;
  readonly platform: NodeJS.Platform;
}

/** Spawns a server as the leader of a process group of its own; throws, or emits, what the system says. */
export function spawnServer({ server, launch, platform }: ServerLaunch): ChildProcessWithoutNullStreams {
  return spawn(launch.file, launch.args, {
    cwd: server.cwd,
    env: { ...launch.env },
    stdio: 'pipe',
    // On Windows this would open a console window; there the tree is ended by parentage instead.
    detached: platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: launch.verbatim,
  });
}

/** Errors that another try may not meet again. */
const PASSING: ReadonlySet<string> = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM', 'ETXTBSY']);

/** What an error of `spawnServer` means for the user: `server-misconfigured`, or `server-start-failed` where it may pass. */
export async function toStartError(
  { server, launch, platform }: { readonly server: Program } & Omit<ServerLaunch, 'server'>,
  thrown: unknown,
): Promise<ToolyardError> {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
  const message = explainStartFailure({
    command: server.command,
    platform,
    found: await inspectFile(launch.file),
    // The message may quote arguments, which may be secrets; the code never does.
    error: { ...(code !== undefined && { code }), message: code ?? toMessage(thrown) },
  });
  const kind = PASSING.has(code ?? '') ? 'server-start-failed' : 'server-misconfigured';
  return new ToolyardError(kind, message, { cause: thrown });
}
