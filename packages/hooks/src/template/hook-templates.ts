import type { Condition, Trigger } from '../hook/hook.ts';
import type { HookTemplate, TemplateTool } from './hook-template.ts';

const SPEC_SAVED: Trigger = { event: 'file.saved', paths: ['specs/**/spec.md'] };
/** One that a person stopped has no exit code. */
const TASK_FAILED: Trigger = { event: 'task.ended', if: { exitCode: { not: 0, exists: true } } };

/** Errors come before warnings, so a TODO is the first problem of a file that has no errors. */
const FIRST_PROBLEM = 'data.problems[0]';
const IS_TODO: Condition = { matches: '**{TODO,FIXME,todo,fixme}**' };

/** Without braces, since arguments are templates; the message is an argument of its own and never code. */
const ADD_LINE = String.raw`require('fs').appendFileSync('CHANGELOG.md', '- ' + require('process').argv[1] + '\n')`;

/** Quiet for so long, and what was saved last is what counts, in milliseconds. */
const SETTLED_MS = 2000;

function toMessageTool(text: string): TemplateTool {
  return {
    what: 'a tool that posts a message',
    words: ['message', 'post', 'send', 'notify', 'announce', 'publish', 'note'],
    values: [{ parameters: ['text', 'message', 'content', 'body', 'msg', 'markdown', 'note'], template: text }],
  };
}

function toTaskTool(title: string, description: string): TemplateTool {
  return {
    what: 'a tool that creates a task or an issue',
    words: ['task', 'issue', 'todo', 'ticket', 'card', 'create', 'add', 'note'],
    values: [
      { parameters: ['title', 'name', 'summary', 'subject', 'content', 'text', 'task'], template: title },
      { parameters: ['description', 'body', 'details', 'notes'], template: description },
    ],
  };
}

/** The hooks that people begin with, the most wanted first. */
export const HOOK_TEMPLATES: readonly HookTemplate[] = [
  {
    id: 'announce-spec',
    title: 'Announce a spec',
    description: 'When a spec is saved, post a message about it.',
    trigger: SPEC_SAVED,
    policy: 'debounce',
    debounceMs: SETTLED_MS,
    tool: toMessageTool('{user} saved the spec of {feature}: {path}'),
  },
  {
    id: 'review-spec',
    title: 'Create a task to review a spec',
    description: 'When a spec is created, create a task to review it.',
    trigger: { ...SPEC_SAVED, event: 'file.created' },
    tool: toTaskTool('Review the spec of {feature}', '{path}, by {user}'),
  },
  {
    id: 'task-from-todo',
    title: 'Create a task from a TODO comment',
    description: 'When a linter reports a TODO comment as a problem, create a task with its text.',
    trigger: { event: 'diagnostics.changed', if: { [`${FIRST_PROBLEM}.message`]: IS_TODO } },
    policy: 'debounce',
    debounceMs: SETTLED_MS,
    tool: toTaskTool(`{${FIRST_PROBLEM}.message}`, `{path}, line {${FIRST_PROBLEM}.line}`),
  },
  {
    id: 'changelog',
    title: 'Write commits to the changelog',
    description: 'When a commit begins with "feat" or "fix", add its message to CHANGELOG.md. Needs Node.',
    trigger: { event: 'git.committed', if: { message: { matches: '{feat,fix}**' } } },
    action: { type: 'custom', parameters: { command: 'node', args: ['-e', ADD_LINE, '{message}'] } },
  },
  {
    id: 'test-on-save',
    title: 'Run the tests on save',
    description: 'When source files are saved, run "npm test" once for all of them.',
    trigger: { event: 'file.saved', paths: ['src/**'], batch: true },
    policy: 'debounce',
    debounceMs: SETTLED_MS,
    action: { type: 'custom', parameters: { command: 'npm', args: ['test'] } },
  },
  {
    id: 'task-failed',
    title: 'Post a message when a task fails',
    description: 'When a build, a test run or another task of the editor fails, post a message.',
    trigger: TASK_FAILED,
    tool: toMessageTool('{task} failed with exit code {exitCode} on {branch}'),
  },
  {
    id: 'comment-on-failure',
    title: 'Comment on an issue when a task fails',
    description: 'When a task of the editor fails, comment on the issue or task that you choose.',
    trigger: TASK_FAILED,
    tool: {
      what: 'a tool that adds a comment',
      words: ['comment', 'reply', 'note', 'update', 'message'],
      values: [
        {
          parameters: ['body', 'comment', 'text', 'content', 'message', 'note'],
          template: '{task} failed with exit code {exitCode}: {command}',
        },
      ],
    },
  },
  {
    id: 'format-generated',
    title: 'Format generated files',
    description: 'When a file below a folder "generated" is saved, format it with Prettier. Needs Prettier.',
    trigger: { event: 'file.saved', paths: ['**/generated/**'] },
    action: { type: 'custom', parameters: { command: 'npx', args: ['prettier', '--write', '{path}'] } },
  },
  {
    id: 'tag-release',
    title: 'Tag commits of a release branch',
    description: 'When a commit is made on a branch such as "release/2.0", tag it with both names.',
    trigger: { event: 'git.committed', if: { branch: { matches: 'release/**' } } },
    action: { type: 'git', parameters: { operation: 'tag', tag: '{branch}-{commit}', ref: '{commit}' } },
  },
  {
    id: 'review-in-chat',
    title: 'Review a spec in the chat',
    description: 'When a spec is saved, ask the chat of the editor to review it. Needs Copilot or another chat.',
    trigger: SPEC_SAVED,
    policy: 'debounce',
    debounceMs: SETTLED_MS,
    action: {
      type: 'agent',
      parameters: {
        operation: 'chat',
        prompt: 'Review the spec {path}: what is missing, unclear or cannot be tested?',
      },
    },
  },
];
