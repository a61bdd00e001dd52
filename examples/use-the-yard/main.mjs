// Starts two servers, shows what they offer, calls one tool, and stops everything again.
import { createYard } from 'toolyard';

const yard = await createYard({
  mcpServers: {
    memory: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] },
    everything: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything'] },
  },
});

yard.on((event) => {
  if (event.type !== 'server-changed') return;
  const { key, state, tools, reason } = event.status;
  console.error(`${key} is ${state}${state === 'running' ? ` with ${tools} tools` : ''}${reason ? `: ${reason}` : ''}`);
});

try {
  await yard.settled({ signal: AbortSignal.timeout(60_000) });
  for (const tool of yard.catalogue.list('tools')) console.log(tool.id);

  const outcome = await yard.caller.call(
    { tool: 'everything:echo', arguments: { message: 'Hello from the yard' }, origin: 'person' },
    AbortSignal.timeout(10_000),
  );
  if (outcome.kind === 'failure') throw new Error(outcome.error.message);
  console.log(outcome.result.content);
} finally {
  await yard.stop();
}
