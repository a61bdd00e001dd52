import { describe, expect, it } from 'vitest';
import type { Trigger } from '../hook/hook.ts';
import { findAgentDoubts } from './find-agent-doubts.ts';

type Named = Pick<Trigger, 'agent' | 'operation' | 'timing'>;

const FIRE = 'toolyard hooks fire agent --data';

describe('findAgentDoubts', () => {
  it.each<Named>([
    {},
    { agent: 'speckit' },
    { operation: 'specify' },
    { agent: 'speckit', operation: 'tasks', timing: 'after' },
    { agent: 'openspec', operation: 'archive' },
    { timing: 'after' },
  ])('has none about %j, which files tell', (named) => {
    expect(findAgentDoubts({ event: 'agent', ...named })).toEqual([]);
  });

  it('has none about other events', () => {
    expect(findAgentDoubts({ event: 'file.saved' })).toEqual([]);
  });

  it.each<[Named, string, string]>([
    [{ agent: 'spec-kit' }, 'agent', 'Unknown agent "spec-kit"; did you mean "speckit"?'],
    [{ agent: 'speckit', operation: 'specfy' }, 'operation', 'Unknown operation "specfy"; did you mean "specify"?'],
    [{ operation: 'implement' }, 'operation', 'Unknown operation "implement"; did you mean "implementation"?'],
    [{ agent: 'openspec', operation: 'propose' }, 'operation', 'Unknown operation "propose"; did you mean "proposal"?'],
    [
      { agent: 'openspec', operation: 'constitution' },
      'operation',
      '"openspec" has no operation "constitution"; it has explore, new, proposal, specs, design, tasks, update, apply, verify, sync, archive',
    ],
    [
      { agent: 'speckit', operation: 'clarify' },
      'operation',
      `No file tells that "clarify" has ended; run the hook by hand, or have the agent run: ${FIRE} agent=speckit operation=clarify timing=after`,
    ],
    [
      { agent: 'speckit', operation: 'taskstoissues', timing: 'after' },
      'operation',
      `No file tells that "taskstoissues" has ended; run the hook by hand, or have the agent run: ${FIRE} agent=speckit operation=taskstoissues timing=after`,
    ],
    [
      { operation: 'plan', timing: 'before' },
      'timing',
      `Files only tell that an operation has ended, not that one begins; run the hook by hand, or have the agent run: ${FIRE} agent=NAME operation=plan timing=before`,
    ],
    [
      { agent: 'my own', operation: 'deploy' },
      'agent',
      `The operations of "my own" are not noticed by themselves; run the hook by hand, or have the agent run: ${FIRE} "agent=my own" operation=deploy timing=after`,
    ],
    [
      { operation: 'deploy-all' },
      'operation',
      `No file tells that "deploy-all" has ended; run the hook by hand, or have the agent run: ${FIRE} agent=NAME operation=deploy-all timing=after`,
    ],
  ])('warns about %j', (named, field, message) => {
    expect(findAgentDoubts({ event: 'agent', ...named })).toEqual([
      { path: ['trigger', field], message, severity: 'warning' },
    ]);
  });
});
