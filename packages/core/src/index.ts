export { describeDefinition, describeSettings } from './approval/describe-definition.ts';
export type { ApprovalRow } from './approval/describe-definition.ts';
export type { CatalogueEntry, Catalogue, CatalogueKind } from './catalogue/catalogue.ts';
export { CATALOGUE_KINDS } from './catalogue/catalogue.ts';
export type { CallError, CallEvent, CallRecord, CallStatus } from './call/call-record.ts';
export type { Calls, RefusedCall, SessionUse } from './call/calls.ts';
export type { ContentType, DisplayFormat, ExecutionResult } from './call/execution-result.ts';
export { isDestructiveTool } from './call/is-destructive-tool.ts';
export { isRepeatableTool } from './call/is-repeatable-tool.ts';
export { redactOutcome } from './call/redact-outcome.ts';
export { toExecutionResult } from './call/to-execution-result.ts';
export { toRefusedCall } from './call/to-refused-call.ts';
export { toShownContent } from './call/to-shown-content.ts';
export type { ShownContent } from './call/to-shown-content.ts';
export type {
  ApprovalDecision,
  CallingHook,
  CallProgress,
  CallQuestion,
  CallRespondent,
  ContentBlock,
  DocumentPlace,
  Origin,
  ToolCall,
  ToolCaller,
  ToolOutcome,
  ToolResult,
} from './call/tool-caller.ts';
export { toPortUnavailable } from './http/to-port-unavailable.ts';
export type { ListeningPlace } from './http/to-port-unavailable.ts';
export type { Clock } from './clock/clock.ts';
export { delay, delayOrThrow } from './clock/delay.ts';
export { toIsoTime } from './clock/to-iso-time.ts';
export type {
  BuiltinServer,
  CommandServer,
  Configuration,
  DockerOptions,
  DockerServer,
  Naming,
  ServerDefinition,
  Settings,
  ShownConfiguration,
  ToolSelection,
  UrlServer,
} from './config/configuration.ts';
export { DEFAULT_SETTINGS } from './config/configuration.ts';
export { CYCLE_MESSAGE } from './config/circle-words.ts';
export type { ConfigInput } from './config/config-input.ts';
export { formatProblem } from './config/config-problem.ts';
export type { ConfigProblem, ConfigProblemCode, PlacedProblem } from './config/config-problem.ts';
export { createConfigurationSchema } from './config/create-configuration-schema.ts';
export { createLocator, createReporter } from './config/create-reporter.ts';
export type { Locator, Reporter } from './config/create-reporter.ts';
export { expandVariables } from './config/expand-variables.ts';
export type { VariableSource } from './config/expand-variables.ts';
export { describeUnset, stopsStart } from './config/missing-variables.ts';
export type { MissingRules } from './config/missing-variables.ts';
export { parseConfiguration } from './config/parse-configuration.ts';
export type { ParseContext, ParsedConfiguration } from './config/parse-configuration.ts';
export { parseJsonText } from './config/parse-json-text.ts';
export type { Place, ReadContext } from './config/place.ts';
export { readShape } from './config/read-shape.ts';
export type { Field, Fields, Shape, TextCheck, Variant } from './config/shape.ts';
export type { SourceNode } from './config/source-node.ts';
export { appendItem } from './config/text/append-item.ts';
export { cutEntry } from './config/text/cut-entry.ts';
export { applyTextChanges, endOf, indentAt, layoutOf, lineStart, startsLine } from './config/text/edited-text.ts';
export type { Change, CommentStyle, Layout } from './config/text/edited-text.ts';
export { formatInline, formatValue } from './config/text/format-value.ts';
export { insertEntry } from './config/text/insert-entry.ts';
export { findJsonPlace, readLooseJson } from './config/text/find-json-place.ts';
export type { TextPlace } from './config/text/find-json-place.ts';
export { copyEntry } from './config/text/copy-entry.ts';
export { findEntryLines } from './config/text/find-entry-lines.ts';
export { putEntry } from './config/text/put-entry.ts';
export { readJsonText } from './config/text/read-json-text.ts';
export { removeEntry } from './config/text/remove-entry.ts';
export type { TextEditResult } from './config/text/edited-text.ts';
export { toJsonPath } from './config/to-json-path.ts';
export type { JsonPath } from './config/to-json-path.ts';
export { toObjectSchema } from './config/to-object-schema.ts';
export type { JsonSchemaDraft7 } from './config/to-object-schema.ts';
export { toInputVariable } from './config/to-input-variable.ts';
export { toMessage } from './error/to-message.ts';
export { reportBug } from './error/report-bug.ts';
export { toConfigInvalid } from './error/to-config-invalid.ts';
export { toStopped } from './error/to-stopped.ts';
export { isServerUnavailable, ToolyardError } from './error/toolyard-error.ts';
export type { ToolyardErrorCode } from './error/toolyard-error.ts';
export { toTextWithout } from './frame/to-text-without.ts';
export { ShortTermMap } from './collection/short-term-map.ts';
export { applyByteEdits, ObjectEdits, setMembers } from './frame/edit-json.ts';
export { encodeText } from './frame/encode-text.ts';
export { editParams } from './frame/edit-params.ts';
export type { ParamChanges } from './frame/edit-params.ts';
export type { Edit } from './frame/edit-json.ts';
export {
  createCancellation,
  createErrorResponse,
  createNotification,
  createRequest,
  createResponse,
  Frame,
  parseFrame,
  parseFrames,
} from './frame/frame.ts';
export type { JsonRpcError } from './frame/frame.ts';
export { isToolError } from './frame/is-tool-error.ts';
export { Members } from './frame/members.ts';
export type { Member } from './frame/members.ts';
export { progressTokenOf } from './frame/progress-token.ts';
export { readId, toIdText } from './frame/request-id.ts';
export type { RequestId } from './frame/request-id.ts';
export { cutText } from './text/cut-text.ts';
export { createByteList } from './frame/create-byte-list.ts';
export type { ByteList } from './frame/create-byte-list.ts';
export { decodeSpan, decodeString, planScan, scanArray, scanObject } from './frame/scan-json.ts';
export type { Span } from './frame/span.ts';
export { headerNameOf } from './http/header-name-of.ts';
export type { HttpReply, HttpRequest, HttpRequester } from './http/http-requester.ts';
export { createLinkPair } from './link/create-link-pair.ts';
export type { LinkPair } from './link/create-link-pair.ts';
export { createLineSplitter } from './frame/create-line-splitter.ts';
export { guardReceiver } from './link/guard-receiver.ts';
export { createStreamLink, MAX_MESSAGE_BYTES } from './link/create-stream-link.ts';
export type { ByteSink, ByteSource } from './link/create-stream-link.ts';
export type { LinkStarter, WireEra } from './link/link-starter.ts';
export type { Link, LinkEnd, Pressure } from './link/link.ts';
export type { Log, LogLevel } from './log/log.ts';
export { ENVELOPE, HANDSHAKE_REVISIONS, INPUT_KEY, STATELESS_REVISION } from './protocol/protocol-revisions.ts';
export { matchPath, matchText } from './path/match-path.ts';
export { formatPath, parsePointer, quoteName } from './schema/argument-path.ts';
export type { ArgumentPath } from './schema/argument-path.ts';
export { assignPath } from './schema/assign-path.ts';
export { convertJson, convertText } from './schema/convert-text.ts';
export type { Converted } from './schema/convert-text.ts';
export { isJsonObject } from './schema/json-object.ts';
export type { JsonObject } from './schema/json-object.ts';
export { locateArgument } from './schema/locate-argument.ts';
export type { ArgumentPlace } from './schema/locate-argument.ts';
export { resolveReference } from './schema/resolve-reference.ts';
export { toCanonicalJson } from './schema/to-canonical-json.ts';
export { findField, findItem, toShapes, toTypes } from './schema/to-shapes.ts';
export { createRedactor } from './secret/create-redactor.ts';
export { createSecretMask } from './secret/create-secret-mask.ts';
export type { SecretMask } from './secret/create-secret-mask.ts';
export { createValueRedactor } from './secret/create-value-redactor.ts';
export { isSecretName } from './secret/is-secret.ts';
export { maskLine } from './secret/mask-line.ts';
export { MASK } from './secret/mask-text.ts';
export { hidesSecret, maskValue } from './secret/mask-value.ts';
export { maskWords } from './secret/mask-words.ts';
export { secretsOf, secretsOfVariables } from './config/secrets-of.ts';
export { joinSignals } from './signal/join-signals.ts';
export { orAborted } from './signal/or-aborted.ts';
export { onAbort } from './signal/on-abort.ts';
export { withDeadline } from './signal/with-deadline.ts';
export { withJoinedSignal } from './signal/with-joined-signal.ts';
export { dropControlCharacters, flattenText } from './text/drop-control-characters.ts';
export { estimateTokens } from './text/estimate-tokens.ts';
export { findNearest } from './text/find-nearest.ts';
export { findTellingLine } from './text/find-telling-line.ts';
export { askWhetherMeant, nearest } from './text/nearest.ts';
export { quoteForShell } from './text/quote-for-shell.ts';
export { MAX_LINE, toLine, toMessageText, toVisibleLine, toWholeLine } from './text/to-line.ts';
export { quoteWord, toVisible, toVisibleJson, toVisibleJsonText, toVisibleText } from './text/to-visible.ts';
export { explainSeveral, explainShared } from './question/explain-several.ts';
export { QUESTION_EXPIRES_MS, toExpired } from './question/question-expiry.ts';
export { findMissingCapability } from './question/find-missing-capability.ts';
export { toCapabilitySet, toHandshakeCapabilities } from './question/to-capability-set.ts';
export { findRelatedTask, readRelatedTask, TASK_METHODS, TASKS_EXTENSION } from './task/find-related-task.ts';
export { cleanName, toKeyForms, toSafePrefix } from './name/safe-name.ts';
export { parseToolId, toToolId } from './name/tool-id.ts';
export type { ToolId } from './name/tool-id.ts';
export { meetVersions } from './version/meet-versions.ts';
export type { RunningToolyard, SpokenVersion } from './version/meet-versions.ts';
export { VERSION } from './version/version.ts';
export { CONTROL_ENDING, CONTROL_EVENT, CONTROL_METHODS, CONTROL_PROTOCOL, CONTROL_SESSION } from './yard/control.ts';
export type {
  AskedQuestion,
  ServerIntroduction,
  NotificationListener,
  Question,
  QuestionListener,
  Relay,
  RelayedRequest,
  Respondent,
  SentRequest,
} from './yard/relay.ts';
export type { GitHead, GitState } from './workspace/git-state.ts';
export type { ProgramEnd, ProgramRun, ProgramRunner } from './workspace/program-runner.ts';
export type { FileMark, FileStamp, SettledFile } from './workspace/settled-file.ts';
export type { SavedServer, SavedSet, ServerMemory } from './yard/server-memory.ts';
export { toYardAbout } from './yard/yard-about.ts';
export type { YardAbout } from './yard/yard-about.ts';
export type { FailurePhase, ServerAttempt, ServerState, ServerStatus, Yard, YardEvent } from './yard/yard.ts';
