import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  CONTROL_METHODS,
  createErrorResponse,
  createResponse,
  DEFAULT_SETTINGS,
  type Frame,
  type Link,
  type YardAbout,
} from '@toolyard/core';
import { locateYard } from '@toolyard/host';
import { listenExclusively } from '@toolyard/node';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createProcessContext } from '../process/create-process-context.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import type { StopSignal } from '../terminal/terminal.ts';
import { runDown } from './down.ts';

let config = '';
beforeEach(async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  config = join(folder, 'c.json');
  await writeFile(config, '{ "mcpServers": {} }');
});

/** A yard without servers that never ends; one without `about` is as old as the methods that it knows. */
async function hostStubborn(about: YardAbout | undefined, onEnd: () => void = () => undefined): Promise<void> {
  const answers: Readonly<Record<string, () => unknown>> = {
    [CONTROL_METHODS.follow]: () => ({}),
    [CONTROL_METHODS.catalogue]: () => ({}),
    [CONTROL_METHODS.state]: () => ({
      servers: [],
      configuration: { servers: [], settings: DEFAULT_SETTINGS },
      calls: { active: [], history: [], stopped: false },
    }),
    ...(about && { [CONTROL_METHODS.about]: () => about, [CONTROL_METHODS.end]: () => (onEnd(), {}) }),
  };
  const answer = ({ id = 0, method = '' }: Frame): Frame => {
    const result = answers[method];
    if (result === undefined) return createErrorResponse(id, { code: -32_601, message: `Method not found: ${method}` });
    return createResponse(id, JSON.stringify(result()));
  };
  const { socket: path } = await locateYard(createProcessContext().surroundings, { config });
  const onLink = (link: Link): void => link.receive((frame) => link.send(answer(frame)));
  const socket = await listenExclusively({ path, onLink });
  onTestFinished(() => socket?.close());
}

/** A terminal on which somebody may press Ctrl-C. */
function createTerminal(): { readonly context: CommandContext; shown(): string; interrupt(): void } {
  let shown = '';
  let raise: (signal: StopSignal) => void = () => undefined;
  const { terminal, surroundings } = createProcessContext();
  const stdout = new PassThrough().setEncoding('utf8').on('data', (text: string) => (shown += text));
  const onStopSignal = (listener: (signal: StopSignal) => void): (() => void) => {
    raise = listener;
    return () => undefined;
  };
  const context = { terminal: { ...terminal, stdout, onStopSignal }, surroundings };
  return { context, shown: () => shown, interrupt: () => raise('SIGINT') };
}

const ABOUT = { program: 'toolyard background', pid: process.pid, isBackground: true, links: 1 };

it('says which process still runs when it has waited long enough', async () => {
  await hostStubborn(ABOUT);
  const { context, shown } = createTerminal();
  expect(await runDown({ config }, context, 200)).toBe(1);
  expect(shown()).toBe(
    `The background Toolyard for ${config} was asked to stop, but still runs after 0.2 s. ` +
      `Kill process ${process.pid} yourself.\n`,
  );
  const programs = createTerminal();
  expect(await runDown({ config, json: true }, programs.context, 200)).toBe(1);
  expect(JSON.parse(programs.shown())).toMatchObject({ yard: 'ending', pid: process.pid });
});

it('waits no longer after Ctrl-C', async () => {
  const { context, shown, interrupt } = createTerminal();
  await hostStubborn(ABOUT, interrupt);
  expect(await runDown({ config }, context)).toBe(130);
  expect(shown()).toBe('');
});

it('does not say of a yard that is too old to tell that it runs in the foreground', async () => {
  await hostStubborn(undefined);
  const { context, shown } = createTerminal();
  expect(await runDown({ config }, context)).toBe(1);
  expect(shown()).toBe(
    `An older Toolyard runs ${config}. It cannot be stopped from here. ` +
      'Stop it where it was started. If it runs in the background, it stops a few minutes after its last client.\n',
  );
  const programs = createTerminal();
  expect(await runDown({ config, json: true }, programs.context)).toBe(1);
  expect(JSON.parse(programs.shown())).toEqual({ yard: 'unknown' });
});
