export { bindMemory } from './configuration/bind-memory.ts';
export { CHAIN_VARIABLE, extendChain, parseChain } from './configuration/chain.ts';
export type { ConfigurationFile, ServerEntry } from './configuration/configuration-file.ts';
export {
  describeConfiguration,
  describeServer,
  maskServer,
  renderRows,
  summarizeServer,
} from './configuration/describe-servers.ts';
export { loadSwitched } from './configuration/load-switched.ts';
export { openConfiguration, readConfiguration, readWritten } from './configuration/open-configuration.ts';
export type { ReadWritten } from './configuration/open-configuration.ts';
export { parseAsFile, readOwnFile, writeOwnFile } from './configuration/own-file.ts';
export type { OwnFile } from './configuration/own-file.ts';
export { quoteForShell } from './configuration/quote-for-shell.ts';
export { toFindOptions } from './configuration/to-find-options.ts';
export type { NamedConfiguration } from './configuration/to-find-options.ts';
export type { BuiltinStarter, Host, Notice } from './host.ts';
export { atFolder } from './surroundings/at-folder.ts';
export { findHome } from './surroundings/find-home.ts';
export type { Surroundings } from './surroundings/surroundings.ts';
export { createOwnYard } from './yard/create-own-yard.ts';
export { createToolNames, serverOf } from './yard/create-tool-names.ts';
export { describeFailure } from './yard/describe-failure.ts';
export { joinRunningYard, linkToRunningYard } from './yard/join-running-yard.ts';
export { locateYard, nameConfiguration } from './yard/locate-yard.ts';
export type { YardPlace } from './yard/locate-yard.ts';
export { openGatewayLink } from './yard/open-gateway-link.ts';
export { openYardLog } from './yard/open-yard-log.ts';
export { READY } from './yard/start-background-yard.ts';
export { startYard } from './yard/start-yard.ts';
export type { StartedYard } from './yard/start-yard.ts';
export { useYard } from './yard/use-yard.ts';
export type { UsedYard, UseYardOptions } from './yard/use-yard.ts';
export { viewYard } from './yard/view-yard.ts';
