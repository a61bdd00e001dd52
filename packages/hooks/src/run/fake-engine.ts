import type { Clock, ProgramRunner } from '@toolyard/core';
import type { NewEvent } from '../event/hook-event.ts';
import type { Hook, KnownHook, Trigger } from '../file/hook.ts';
import { createHookEngine } from './create-hook-engine.ts';
import { createFakeHookYard, type FakeHookYard } from './fake-hook-yard.ts';
import { createFakeMachine, type FakeMachine } from './fake-machine.ts';
import type { EngineEvent, HookEngine, HookEngineOptions } from './hook-engine.ts';

/** An engine and all that it works with; for tests. */
export interface FakeSurroundings {
  readonly yard: FakeHookYard;
  machine: FakeMachine;
  hooks: KnownHook[];
  /** Why hooks may not run, by their ids. */
  readonly refusals: Map<string, string>;
  readonly told: EngineEvent[];
  programs: ProgramRunner;
  limits: HookEngineOptions['limits'];
  redact: HookEngineOptions['redact'];
  /** Another engine on the same disk, which dies at the given write where there is one. */
  start(diesAt?: number): Promise<HookEngine>;
}

/** A yard with the server `chat` and its tool `post`, and hooks as they are given. */
export function createFakeSurroundings(clock: Clock, hooks: readonly Hook[] = []): FakeSurroundings {
  const yard = createFakeHookYard();
  yard.setServer('chat', {});
  yard.setTool('chat', 'post');
  let ids = 0;
  const fake: FakeSurroundings = {
    yard,
    machine: createFakeMachine(),
    hooks: hooks.map(toKnown),
    refusals: new Map(),
    told: [],
    programs: { run: async () => ({ outcome: 'exited', exitCode: 0, stdout: '', stderr: '' }) },
    limits: { concurrent: 5, perServer: 5 },
    redact: (value) => value,
    start(diesAt) {
      fake.machine = fake.machine.restart(diesAt);
      const { machine } = fake;
      return createHookEngine({
        hooks: () => fake.hooks,
        refusal: async ({ hook }) => fake.refusals.get(hook.id),
        facts: async () => ({ workspace: '/home/ada/shop', branch: 'main', user: 'Ada' }),
        yard,
        programs: { run: (program, signal) => fake.programs.run(program, signal) },
        journal: machine.journal,
        keep: machine.keep,
        kept: machine.kept,
        redact: (value) => fake.redact(value),
        clock,
        newId: () => `r${++ids}`,
        limits: fake.limits,
        onEvent: (event) => fake.told.push(event),
      });
    },
  };
  return fake;
}

/** A hook that posts to `chat` when a file is saved, unless said otherwise. */
export function createHook(id: string, changes: Partial<Hook> = {}): Hook {
  return {
    id,
    enabled: true,
    trigger: { event: 'file.saved' },
    action: {
      type: 'mcp',
      parameters: { serverId: 'chat', toolName: 'post', parameterMappings: [], timeout: 30_000 },
    },
    policy: 'queue',
    debounceMs: 1000,
    ...changes,
  };
}

/** An action that calls a tool with the values of mappings as they are in the context. */
export function callOf(server: string, tool: string, ...names: string[]): Hook['action'] {
  const parameterMappings = names.map((name) => ({ toolParam: name, source: 'context' as const, value: name }));
  return { type: 'mcp', parameters: { serverId: server, toolName: tool, parameterMappings, timeout: 30_000 } };
}

/** A file that was saved. */
export function createSaved(path: string, changes: Partial<NewEvent> = {}): NewEvent {
  return { name: 'file.saved', values: { path }, ...changes };
}

/** A trigger for ends of hooks. */
export function afterHook(hook: string): Trigger {
  return { event: 'hook.ended', if: { hook } };
}

function toKnown(hook: Hook): KnownHook {
  return { hook, source: 'workspace', file: '/home/ada/shop/.toolyard/hooks.json' };
}
