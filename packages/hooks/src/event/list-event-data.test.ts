import { describe, expect, it } from 'vitest';
import { listEventData } from './list-event-data.ts';

describe('listEventData', () => {
  it('has the names of values, and those values that are known', () => {
    expect(listEventData('task.ended')).toEqual([
      'task=',
      'exitCode=',
      'signal=',
      'command=',
      'ms=',
      'branch=',
      'feature=',
    ]);
    expect(listEventData('agent')).toEqual(
      expect.arrayContaining(['agent=speckit', 'agent=openspec', 'operation=taskstoissues', 'timing=before', 'path=']),
    );
    expect(listEventData('agent').filter((word) => word === 'operation=tasks')).toHaveLength(1);
  });

  it('has nothing where anything goes, and for what is no event', () => {
    expect(listEventData('manual')).toEqual([]);
    expect(listEventData('nonsense')).toEqual([]);
  });
});
