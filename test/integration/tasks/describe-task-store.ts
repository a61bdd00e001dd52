import { afterAll, beforeAll, it } from 'vitest';
import { describeReading } from './describe-reading.ts';
import { describeUsers } from './describe-users.ts';
import { describeWriting } from './describe-writing.ts';
import { StoreActions } from './store-actions.ts';
import type { TestStore } from './test-stores.ts';

/** What every `TaskStore` promises, and `more`. Each test has users of its own, since opening a database takes its time. */
export function describeTaskStore(open: () => Promise<TestStore>, more?: (actions: StoreActions) => void): void {
  let test: TestStore;
  beforeAll(async () => void (test = await open()), 120_000);
  afterAll(async () => test.remove(), 120_000);
  const actions = new StoreActions(() => test);

  it('is ready', async () => test.store.ready());

  describeWriting(actions);
  describeReading(actions);
  describeUsers(actions);
  more?.(actions);
}
