import { ToolyardError } from '@toolyard/core';
import type { ConfigurationSource } from '@toolyard/node';
import { askApproval, readConfiguration, showServers } from '../configuration/open-configuration.ts';
import type { Host } from '../host/host.ts';
import { canAsk } from '../terminal/ask.ts';
import { EXIT } from '../to-exit-code.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** `toolyard approve`: shows what the configuration here would start, and approves it. */
export async function runApprove(options: CommonOptions, host: Host): Promise<number> {
  const { loaded, approvals } = await readConfiguration(host, { ...options, mayAsk: true });
  const { file } = loaded.source;
  if (file === undefined || loaded.approved) {
    host.stderr.write(`${explain(loaded.source)}\n`);
    return EXIT.done;
  }
  if (options.yes !== true && !canAsk(host)) {
    showServers(host, loaded);
    throw new ToolyardError('config-not-approved', `Not approved. Run "toolyard approve --yes" to approve ${file}.`);
  }
  if (options.yes === true) showServers(host, loaded);
  else if (!(await askApproval(host, loaded))) {
    host.stderr.write('Not approved. Nothing of it will be started.\n');
    return EXIT.failed;
  }
  await approvals.approve(file, loaded.hash);
  host.stderr.write(`Approved ${file}. It will be asked again when the file changes.\n`);
  return EXIT.done;
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
