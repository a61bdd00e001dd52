export { bindMemory } from './configuration/bind-memory.ts';
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
export { toFindOptions } from './configuration/to-find-options.ts';
export type { NamedConfiguration } from './configuration/to-find-options.ts';
export { checkNote } from './documents/check-note.ts';
export { findNotes } from './documents/find-notes.ts';
export { runNote } from './documents/run-note.ts';
export type { NoteOptions } from './documents/run-note.ts';
export { createSelection } from './documents/select-blocks.ts';
export { readNotes, selectNeeded } from './documents/select-needed.ts';
export { watchNotes } from './documents/watch-notes.ts';
export type { HooksEvent } from './hooks/engine/hooks-event.ts';
export { openWorkspaceHooks } from './hooks/open-workspace-hooks.ts';
export type { WorkspaceHooks } from './hooks/open-workspace-hooks.ts';
export type { JudgedHook } from './hooks/trust/judge-hooks.ts';
export { endAs, untilEnded } from './lifetime/former-self.ts';
export type { BuiltinStarter, Host, Notice } from './ports/host.ts';
export type { SecretStore } from './ports/secret-store.ts';
export { stateStoreOf } from './state/state-store.ts';
export type { KeptMemory, MemoryPlace, StateStore } from './state/state-store.ts';
export { atFolder } from './surroundings/at-folder.ts';
export { findHome } from './surroundings/find-home.ts';
export type { Surroundings } from './surroundings/surroundings.ts';
export { createYard } from './yard/create-yard.ts';
export type { CreateYardOptions } from './yard/create-yard.ts';
export { createToolNames, serverOf } from './yard/create-tool-names.ts';
export { describeFailure } from './yard/describe-failure.ts';
export { joinRunningYard, linkToRunningYard } from './yard/join-running-yard.ts';
export { locateYard, nameConfiguration } from './yard/locate-yard.ts';
export type { YardPlace } from './yard/locate-yard.ts';
export { openGatewayLink } from './yard/open-gateway-link.ts';
export { openYard } from './yard/open-yard.ts';
export type { OpenYardOptions } from './yard/open-yard.ts';
export { openYardLog } from './yard/open-yard-log.ts';
export { READY } from './yard/start-background-yard.ts';
export { startYard } from './yard/start-yard.ts';
export type { StartedYard } from './yard/start-yard.ts';
export { useYard } from './yard/use-yard.ts';
export type { ClosableYard, UsedYard, UseYardOptions } from './yard/use-yard.ts';
