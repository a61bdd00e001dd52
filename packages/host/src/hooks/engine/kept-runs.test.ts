import { expect, it } from 'vitest';
import { approveAll, createTestWorkspace, ECHO } from '../../../test/create-test-workspace.ts';
import { locateHooks } from '../read/locate-hooks.ts';
import { readRunsOf } from '../read/read-runs-of.ts';

it('keeps as many runs as the configuration says, and what did not match beside them', async () => {
  const { open, writeConfiguration, createHost, workspace } = await createTestWorkspace();
  await writeConfiguration({ toolyard: { hookRunsKept: 10 } });
  const hooks = await open();
  await approveAll(hooks);
  await hooks.watch();
  for (let run = 0; run < 25; run++) {
    await hooks.enter({ ...ECHO, values: { data: { text: `run ${run}` } } });
    await hooks.enter({ name: 'file.saved', values: { path: `other-${run}.txt` } });
  }
  await hooks.close();
  const records = await readRunsOf(await locateHooks(createHost().surroundings, { workspace }));
  const ran = records.filter(({ hook }) => hook === 'echo').map(({ result }) => result);
  expect(ran.length).toBeLessThanOrEqual(12);
  expect(ran).toEqual(Array.from({ length: ran.length }, (_, index) => `run ${25 - ran.length + index}`));
  expect(ran.length).toBeGreaterThanOrEqual(10);
  expect(records.filter(({ hook }) => hook === 'mark').at(-1)).toMatchObject({ status: 'skipped' });
});
