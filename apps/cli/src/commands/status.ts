import { type ServerState, type ServerStatus, toLine, toVisibleJson } from '@toolyard/core';
import { measureTools, nameConfiguration } from '@toolyard/host';
import type { CommandContext } from '../terminal/command-context.ts';
import { createScreen } from '../terminal/create-screen.ts';
import { renderStatus } from '../terminal/render-status.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { describeToolCost } from '../yard/describe-tool-cost.ts';
import { waitForServers } from '../yard/wait-for-servers.ts';
import { withYard, type CommonOptions, type YardUse } from '../yard/with-yard.ts';

/** The states in which a server's last try failed, whatever comes next. */
const FAILED: ReadonlySet<ServerState> = new Set(['failed', 'auto-disabled', 'retrying']);

/** `toolyard status`: what every server is doing, as soon as none is starting any more; it fails where a server does. */
export function runStatus(
  options: CommonOptions & { readonly wait?: number },
  context: CommandContext,
): Promise<number> {
  const { terminal, surroundings } = context;
  return withYard(context, options, async (use) => {
    const { yard, signal, configuration, isJoined, configurationProblem } = use;
    // The servers of a running yard are as they are; those of one's own are only starting, which says nothing.
    const ms = options.wait ?? (isJoined ? 0 : configuration.settings.listWaitMs);
    if (ms > 0) await waitForServers(yard, context, { ms, signal });
    if (signal.aborted) return EXIT.interrupted;
    const screen = createScreen(terminal.stdout, surroundings.env);
    const servers = yard.servers();
    const toolList = measureTools(configuration, yard.catalogue);
    if (options.json === true) {
      screen.line(
        toVisibleJson({ yard: isJoined ? 'running' : 'started', configurationProblem, servers, toolList }, 2),
      );
    } else if (servers.length > 0) {
      for (const line of renderStatus(servers, screen)) screen.line(line);
      const cost = describeToolCost(toolList);
      const notes = [describeYard(use), ...(isJoined ? [] : describeSlow(servers, ms))];
      if (cost !== undefined) notes.push(`${cost.text}.`, cost.advice);
      terminal.stderr.write(`${notes.join('\n')}\n`);
    } else {
      if (configurationProblem !== undefined) terminal.stderr.write(`${configurationProblem}\n`);
      terminal.stderr.write('No servers are configured. Run "toolyard up" to see how to add one.\n');
    }
    return servers.some(({ state }) => FAILED.has(state)) ? EXIT.failed : EXIT.done;
  });
}

function describeYard({ isJoined, place, configurationProblem }: YardUse): string {
  const also = configurationProblem === undefined ? '' : `\n${configurationProblem}`;
  return isJoined
    ? `These are the servers of the Toolyard that runs ${nameConfiguration(place.file)}.${also}`
    : 'No Toolyard is running for this configuration, so the servers were started for this check and stopped again.';
}

/** Whoever only asks again starts them anew, and sees the same. */
function describeSlow(servers: readonly ServerStatus[], ms: number): string[] {
  const slow = servers.filter(({ state }) => state === 'starting').map(({ key }) => `"${toLine(key)}"`);
  return slow.length === 0 ? [] : [`Still starting after ${ms} ms: ${slow.join(', ')}; use --wait MS to wait longer`];
}
