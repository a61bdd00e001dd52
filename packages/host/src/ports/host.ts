import type { CallRespondent, Clock, ConfigInput, Link, LogLevel } from '@toolyard/core';
import type { ChatPrompt, EventName } from '@toolyard/hooks';
import type { WrittenConfiguration } from '@toolyard/node';
import type { StateStore } from '../state/state-store.ts';
import type { Surroundings } from '../surroundings/surroundings.ts';
import type { AgentModels } from './agent-models.ts';
import type { SecretStore } from './secret-store.ts';

/** Something that people may want to act on: one sentence or more, without any prefix. */
export interface Notice {
  readonly level: 'warning' | 'info';
  readonly message: string;
}

/** Starts a server that an app brings along; the end of the link is the end of all of it. Rejects as other starters do. */
export type BuiltinStarter = (options: {
  readonly signal: AbortSignal;
  /** It ends with the command that it is started for. */
  readonly isForOneCommand: boolean;
  /** Writes to the log of the yard. */
  tell(level: LogLevel, text: string): void;
}) => Promise<Link>;

/** A person wants to answer the question before this one again. */
export const BACK: unique symbol = Symbol('back');

/** Which of several inputs that are asked for one after the other, from 1. */
export interface InputStep {
  readonly number: number;
  readonly of: number;
}

/** What a program that runs yards, notes and hooks brings along: everything that differs from one program to the next. */
export interface Host {
  readonly surroundings: Surroundings;
  /** What servers and clients are told about who runs the yard. */
  readonly info: { readonly name: string; readonly version: string };
  readonly clock: Clock;
  notify(notice: Notice): void;
  /**
   * Whether a configuration that was found may be started from now on; nobody approves anything where it is absent. Aborted, `signal`
   * takes the question back: the answer is not waited for any more.
   */
  readonly approve?: ((written: WrittenConfiguration, signal: AbortSignal) => Promise<boolean>) | undefined;
  /** The value of `${input:ID}` from a person, `undefined` where none is given; `signal` is as for `approve`. A host may offer a way back from any but the first. */
  readonly askInput?:
    | ((input: ConfigInput, signal: AbortSignal, step: InputStep) => Promise<string | typeof BACK | undefined>)
    | undefined;
  /** Where the values of password inputs are looked up first, and kept after a person gave one; nowhere where it is absent. */
  readonly secrets?: SecretStore | undefined;
  /** The answers to all inputs are kept there, not those of passwords alone: servers have to start again while nobody can be asked. */
  readonly keepsAnswers?: boolean | undefined;
  /** Files below the state folder where it is absent. */
  readonly state?: StateStore | undefined;
  /**
   * Answers what servers ask in calls of this host and of its notes; such questions are refused where it is absent. Hooks run while nobody
   * looks on, so what servers ask in their calls is always refused.
   */
  readonly respondent?: CallRespondent | undefined;
  /** Called once, when a yard of this process has made so many calls that it will most likely make many more. */
  readonly onManyCalls?: (() => void) | undefined;
  /** Loads what asks models for hooks, when one does; where it is absent, no hook can. */
  readonly agents?: (() => Promise<AgentModels>) | undefined;
  /** Sends a prompt of a hook to the chat of the editor, and does not wait for the answer; where it is absent, no hook can. */
  readonly chat?: ((prompt: ChatPrompt) => Promise<void>) | undefined;
  /** The events that it tells hooks of by itself, as editors do; none where it is absent. */
  readonly tells?: readonly EventName[] | undefined;
  /** The servers that are part of the program, by the names that configurations know them by. */
  readonly builtins?: Readonly<Record<string, BuiltinStarter>> | undefined;
  /**
   * The command `toolyard background`, to which the words that name the configuration are added; no yard can be started in
   * the background where it is absent.
   */
  readonly program?: { readonly command: string; readonly args: readonly string[] } | undefined;
}
