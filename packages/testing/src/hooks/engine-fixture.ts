import type { Clock, ProgramRunner } from '@toolyard/core';
import {
  createHookEngine,
  type AgentRunner,
  type EngineEvent,
  type GitHubSender,
  type Hook,
  type HookEngine,
  type HookEngineOptions,
  type KnownHook,
} from '@toolyard/hooks';
import { createFakeHookYard, type FakeHookYard } from './fake-hook-yard.ts';
import { createFakeMachine, type FakeMachine } from './fake-machine.ts';

/** An engine and all that it works with; for tests. */
export interface EngineFixture {
  readonly yard: FakeHookYard;
  machine: FakeMachine;
  hooks: KnownHook[];
  /** Why hooks may not run, by their ids. */
  readonly refusals: Map<string, string>;
  readonly told: EngineEvent[];
  programs: ProgramRunner;
  github: GitHubSender;
  agent: AgentRunner;
  limits: HookEngineOptions['limits'];
  redact: HookEngineOptions['redact'];
  /** Another engine on the same disk, which dies at the given write where there is one. */
  start(diesAt?: number): Promise<HookEngine>;
}

/** A yard with the server `chat` and its tool `post`, and hooks as they are given. */
export function createEngineFixture(clock: Clock, hooks: readonly Hook[] = []): EngineFixture {
  const yard = createFakeHookYard();
  yard.setServer('chat', {});
  yard.setTool('chat', 'post');
  let ids = 0;
  const fake: EngineFixture = {
    yard,
    machine: createFakeMachine(),
    hooks: hooks.map(toKnown),
    refusals: new Map(),
    told: [],
    programs: { run: async () => ({ outcome: 'exited', exitCode: 0, stdout: '', stderr: '' }) },
    github: { open: () => ({ problem: 'this test has no GitHub' }) },
    agent: { ask: async () => ({ model: 'test/model', end: 'stop', text: 'done', calls: [], usage: {}, notices: [] }) },
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
        github: { open: (place) => fake.github.open(place) },
        agent: { chat: fake.agent.chat, ask: (task, signal) => fake.agent.ask(task, signal) },
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

function toKnown(hook: Hook): KnownHook {
  return { hook, source: 'workspace', file: '/home/ada/shop/.toolyard/hooks.json' };
}
