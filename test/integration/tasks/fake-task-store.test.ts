import { createFakeClock } from '@toolyard/testing';
import { describe } from 'vitest';
import { createFakeTaskStore } from '../../../packages/tasks/test/create-fake-task-store.ts';
import { describeTaskStore } from './describe-task-store.ts';
import type { TestStore } from './test-stores.ts';

describe('in memory', () =>
  describeTaskStore(async (): Promise<TestStore> => {
    const clock = createFakeClock();
    const store = createFakeTaskStore(clock);
    const fail = (): never => {
      throw new Error('There is no database below this store.');
    };
    return {
      store,
      clock,
      withCondition: fail,
      remove: () => store.close(),
      database: { transaction: fail, close: fail },
    };
  }));
