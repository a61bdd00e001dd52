import type { Action, Policy, Trigger } from '../hook/hook.ts';
import type { AgentActionName } from '../hook/agent-actions.ts';
import type { GitOperation } from '../hook/git-operations.ts';

/** A hook that many people want, to begin with: everything but what only they know, such as which server has the tool. */
export type HookTemplate = TemplateWithTool | TemplateWithAction;

interface TemplateBase {
  /** The id that the hook has unless it is taken. */
  readonly id: string;
  readonly title: string;
  /** What it does and what it needs, in one or two sentences. */
  readonly description: string;
  readonly trigger: Trigger;
  readonly policy?: Policy;
  /** Milliseconds. */
  readonly debounceMs?: number;
}

/** Calls a tool that a person chooses. */
export interface TemplateWithTool extends TemplateBase {
  readonly tool: TemplateTool;
}

/** Needs no server. */
export interface TemplateWithAction extends TemplateBase {
  readonly action: TemplateAction;
}

/** The kind of tool that a template calls, and what the tool is given. */
export interface TemplateTool {
  /** What a person is asked for, to be read after "Choose": `a tool that posts a message`. */
  readonly what: string;
  /** Words that names of such tools have, the likeliest first. */
  readonly words: readonly string[];
  /** The first is what it is all about, so it goes to the only text of a tool that has no parameter of these names. */
  readonly values: readonly TemplateValue[];
}

/** A text with values of the event in it, and the parameter that it is for. */
export interface TemplateValue {
  /** Names that such a parameter has, the likeliest first; case, `_` and `-` do not count. */
  readonly parameters: readonly string[];
  readonly template: string;
}

/** An action as a file has it, without what is the default. */
export type TemplateAction =
  | {
      readonly type: Extract<Action['type'], 'custom'>;
      readonly parameters: { readonly command: string; readonly args: readonly string[] };
    }
  | {
      readonly type: Extract<Action['type'], 'git' | 'agent'>;
      readonly parameters: { readonly operation: GitOperation | AgentActionName; readonly [name: string]: unknown };
    };
