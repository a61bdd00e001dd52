import {
  describeDefinition,
  describeSettings,
  ToolyardError,
  toVisible,
  toVisibleJson,
  type Configuration,
} from '@toolyard/core';
import { readWritten } from '@toolyard/host';
import type { ConfigurationSource, WrittenConfiguration } from '@toolyard/node';
import { askApproval, showServers } from '../host/ask-approval.ts';
import { createCommandHost } from '../host/create-command-host.ts';
import { canAsk } from '../terminal/ask.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';
import { reportError, toErrorJson } from '../process/report-error.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** `toolyard approve`: shows what the configuration here would start, and approves it. */
export async function runApprove(options: CommonOptions, context: CommandContext): Promise<number> {
  const { terminal } = context;
  // Nobody has to give a variable its value to see what it is for.
  const { approvals, missing, ...loaded } = await readWritten(createCommandHost(context, { mayAsk: false }), options);
  const { file } = loaded.source;
  const print = (approved: boolean, also: object = {}): void => {
    if (options.json === true) terminal.stdout.write(`${toVisibleJson({ ...toJson(loaded, approved), ...also }, 2)}\n`);
  };
  if (file === undefined || loaded.approved) {
    terminal.stderr.write(`${explain(loaded.source)}\n`);
    print(true);
    return EXIT.done;
  }
  if (options.yes !== true && !canAsk(terminal)) {
    showServers(terminal, loaded);
    const text = `Not approved. Run "toolyard approve --yes" to approve ${file}.`;
    const error = new ToolyardError('config-not-approved', text);
    print(false, { error: toErrorJson(error) });
    return reportError(error, terminal, { debug: false, json: false });
  }
  if (options.yes === true) showServers(terminal, loaded);
  else if (!(await askApproval(terminal, loaded))) {
    terminal.stderr.write('Not approved. None of its servers will start.\n');
    print(false);
    return EXIT.failed;
  }
  await approvals.approve(file, loaded.hash);
  terminal.stderr.write(`Approved ${toVisible(file)}. You will be asked again when the file changes.\n`);
  if (missing !== undefined) terminal.stderr.write(`${explainMissing(loaded.configuration)}\n${missing}\n`);
  print(true);
  return EXIT.done;
}

function explainMissing(configuration: Configuration | undefined): string {
  return configuration === undefined ? 'It cannot start yet:' : 'Not all of its servers can start yet:';
}

/** Everything that is approved, exactly as it is written. */
function toJson({ source, hash, asWritten, inputs }: WrittenConfiguration, approved: boolean): object {
  const { servers, settings } = asWritten;
  return {
    file: source.file,
    hash,
    approved,
    servers: servers.map((server) => ({ key: server.key, approves: describeDefinition(server) })),
    inputs,
    settings: describeSettings(settings),
  };
}

function explain({ kind, file = '' }: ConfigurationSource): string {
  const reasons: Readonly<Record<ConfigurationSource['kind'], string>> = {
    option: 'A file named with --config needs no approval.',
    environment: 'A file named by TOOLYARD_CONFIG needs no approval.',
    folder: `Nothing needs approval: ${file} is approved already.`,
    user: `Nothing needs approval: ${file} is your own configuration.`,
    default: 'Nothing needs approval: there is no configuration file here.',
  };
  return reasons[kind];
}
