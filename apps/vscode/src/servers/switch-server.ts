import { delay, toLine, withDeadline, type ServerStatus, type Yard } from '@toolyard/core';
import { answerInputs, describeFailure, systemClock, type ClosableYard } from '@toolyard/host';
import { answerForeignInputs } from '@toolyard/host/hooks';
import { approveWritten } from './approve-written.ts';
import { openForPerson } from './open-for-person.ts';
import { showServerLog } from './show-server-log.ts';
import { isForeignServer, type ServerSubject, type ServerParts } from './server-parts.ts';

/** A server that was just added is known when its file was read again, which takes a moment, in milliseconds. */
const KNOWN_MS = 5000;
/** Nobody tells when a yard has taken an approved file over, so it is looked. */
const LOOK_MS = 100;
/** Stopping a program takes a little longer than its start may take. */
const MORE_MS = 5000;

/** Starts a server of the configuration, and tells what came of it; says of one of another program what starts it. */
export async function startServer(parts: ServerParts, named: ServerSubject): Promise<void> {
  if (isForeignServer(named)) return prepareForeign(parts, named);
  const { folder, server } = named;
  const used = await openForPerson(parts, folder);
  if (used === undefined) return;
  const approval = await approveWritten(parts, folder);
  if (approval === 'refused') return;
  const { yard, configuration } = used;
  const ms = configuration.settings.startTimeoutMs + MORE_MS;
  if (!(await answerMissing(parts, named, yard))) return;
  const status = await parts.editor.withProgress(`Starting server "${toLine(server)}"`, async (signal) => {
    if (approval === 'approved') await untilFollowed(used, signal);
    await untilKnown(yard, server, signal);
    if (signal.aborted) return undefined;
    await yard.enable(server);
    await withDeadline({ clock: systemClock, ms, signal }, (until) => yard.settled({ key: server, signal: until }));
    return yard.server(server);
  });
  await folder.lookForServers({ afresh: true });
  if (status !== undefined) tellStarted(parts, named, status, used.place.file);
}

/** Asks for values that the server lacks, since the yard may have been opened while nobody could be asked; false where some are still missing, which is told. */
async function answerMissing(parts: ServerParts, { folder, server }: ServerSubject, yard: Yard): Promise<boolean> {
  if (yard.server(server)?.code !== 'missing_env_var') return true;
  const { host, named } = parts.accessOf(folder);
  const answered = await answerInputs(host, named, server);
  if (answered === undefined || answered.count === 0) return true;
  if (answered.missing.length === 0) return true;
  tellMissing(parts, server, answered.missing);
  return false;
}

/** Stops a server of the configuration, until somebody starts it again. */
export async function stopServer(parts: ServerParts, named: ServerSubject): Promise<void> {
  const { folder, server } = named;
  if (isForeignServer(named)) return tellForeign(parts, named);
  const used = await openForPerson(parts, folder);
  if (used === undefined) return;
  await parts.editor.withProgress(`Stopping server "${toLine(server)}"`, () => used.yard.disable(server));
  await folder.lookForServers({ afresh: true });
}

/** Resolves when what runs is as the approved file says; also when that takes too long. */
async function untilFollowed(used: ClosableYard, signal: AbortSignal): Promise<void> {
  await withDeadline({ clock: systemClock, ms: KNOWN_MS, signal }, async (until) => {
    while (used.configurationProblem !== undefined && !until.aborted) await delay(systemClock, LOOK_MS, until);
  });
}

/** Resolves when the yard has the server; also when that takes too long, and then its commands say so. */
async function untilKnown(yard: Yard, server: string, signal: AbortSignal): Promise<void> {
  if (yard.server(server) !== undefined) return;
  let stop = (): void => undefined;
  await withDeadline({ clock: systemClock, ms: KNOWN_MS, signal }, (until) => {
    return new Promise<void>((resolve) => {
      until.addEventListener('abort', () => resolve());
      stop = yard.on(() => yard.server(server) !== undefined && resolve());
      if (yard.server(server) !== undefined) resolve();
    });
  });
  stop();
}

function tellStarted(parts: ServerParts, named: ServerSubject, status: ServerStatus, file: string | undefined): void {
  const { editor, later } = parts;
  if (status.state === 'running') return;
  const message = describeFailure(status) ?? `Server "${toLine(named.server)}" is still ${status.state}.`;
  later(async () => {
    const pressed = await editor.notify(
      'error',
      toLine(message),
      'Retry',
      'Show Log',
      ...(file === undefined ? [] : ['Open File']),
    );
    if (pressed === 'Retry') await startServer(parts, named);
    if (pressed === 'Show Log') await showServerLog(parts, named);
    if (pressed === 'Open File' && file !== undefined) await editor.openFile(file);
  });
}

/** Asks for what a server of another program needs, so that hooks can start it while nobody can be asked. */
async function prepareForeign(parts: ServerParts, named: ServerSubject): Promise<void> {
  const { folder, server } = named;
  if (folder.state().duty.kind === 'untrusted') return tellForeign(parts, named);
  const { host, named: configuration, sources } = parts.accessOf(folder);
  const answered = await answerForeignInputs(host, { ...configuration, workspace: folder.path, sources }, server);
  if (answered === undefined || answered.count === 0) return tellForeign(parts, named);
  await folder.lookForServers({ afresh: true });
  const { missing } = answered;
  if (missing.length === 0) return tellForeign(parts, named);
  tellMissing(parts, server, missing);
}

function tellMissing({ editor, later }: ServerParts, server: string, missing: readonly string[]): void {
  const names = missing.map((id) => `"${toLine(id)}"`).join(', ');
  const message = `Server "${toLine(server)}" cannot start without a value for ${names}. Start it again to be asked.`;
  later(async () => void (await editor.notify('warning', message)));
}

function tellForeign({ editor, later }: ServerParts, { folder, server }: ServerSubject): void {
  const files = folder.state().servers.find(({ id }) => id === server)?.files ?? [];
  const where = files[0] === undefined ? 'another program' : files[0];
  const message = `Server "${toLine(server)}" is defined in ${where}. Toolyard starts it only while an approved hook needs it.`;
  later(async () => void (await editor.notify('info', message)));
}
