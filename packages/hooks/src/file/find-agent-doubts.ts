import { nearest, quoteWord } from '@toolyard/core';
import { AGENT_OPERATIONS } from '../hook/agent-operations.ts';
import { isNoticedOperation } from '../hook/is-noticed-operation.ts';
import type { Trigger } from '../hook/hook.ts';
import type { MappingProblem } from '../map/check-mappings.ts';

/** What an `agent` trigger says that is hardly meant, or that nothing tells unless it is fired. */
export function findAgentDoubts(trigger: Trigger): readonly MappingProblem[] {
  if (trigger.event !== 'agent') return [];
  const mistake = findMistake(trigger);
  if (mistake !== undefined) return [mistake];
  const { agent, operation, timing } = trigger;
  if (isNoticedOperation(trigger)) return [];
  const hint = `; run the hook by hand, or have the agent run: ${toCommand(trigger)}`;
  if (timing === 'before') {
    return [toDoubt('timing', `Files only tell that an operation has ended, not that one begins${hint}`)];
  }
  if (agent !== undefined && !isKnownAgent(agent)) {
    return [toDoubt('agent', `The operations of "${agent}" are not noticed by themselves${hint}`)];
  }
  return [toDoubt('operation', `No file tells that "${operation}" has ended${hint}`)];
}

/** A name that is nearly that of a known agent, or an operation that a known agent does not have. */
function findMistake({ agent, operation }: Trigger): MappingProblem | undefined {
  if (agent !== undefined && !isKnownAgent(agent)) {
    const [near] = nearest(agent, [...new Set(AGENT_OPERATIONS.map((each) => each.agent))], 1);
    return near === undefined ? undefined : toDoubt('agent', `Unknown agent "${agent}"; did you mean "${near}"?`);
  }
  const known = AGENT_OPERATIONS.filter((each) => agent === undefined || each.agent === agent);
  const names = [...new Set(known.map((each) => each.operation))];
  if (operation === undefined || names.includes(operation)) return undefined;
  const [near] = nearest(operation, names, 1);
  if (near !== undefined) return toDoubt('operation', `Unknown operation "${operation}"; did you mean "${near}"?`);
  if (agent === undefined) return undefined;
  return toDoubt('operation', `"${agent}" has no operation "${operation}"; it has ${names.join(', ')}`);
}

function isKnownAgent(agent: string): boolean {
  return AGENT_OPERATIONS.some((each) => each.agent === agent);
}

function toCommand({ agent = 'NAME', operation = 'NAME', timing = 'after' }: Trigger): string {
  const words = [`agent=${agent}`, `operation=${operation}`, `timing=${timing}`];
  return `toolyard hooks fire agent --data ${words.map(quoteWord).join(' ')}`;
}

function toDoubt(field: 'agent' | 'operation' | 'timing', message: string): MappingProblem {
  return { path: ['trigger', field], message, severity: 'warning' };
}
