import { expect, it } from 'vitest';
import { createBench, defineServer } from '../../test/fakes/plugin-bench.ts';
import { createPluginTools } from './create-plugin-tools.ts';

it('does not complain that it could not learn all tools when the plugin is closed meanwhile', async () => {
  const { parts, servers } = await createBench((mark) => ({ mcpServers: [defineServer(mark, 'one')] }));
  const learned = createPluginTools(parts, servers).learn();
  const closed = parts.yard.close();
  await expect(learned).resolves.toBeUndefined();
  await closed;
});
