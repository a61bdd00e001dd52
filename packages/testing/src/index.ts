export type { BadConfiguration } from './configurations/bad-configuration.ts';
export { BAD_CONFIGURATIONS } from './configurations/bad-configurations.ts';
export type { GoodConfiguration } from './configurations/good-configuration.ts';
export { GOOD_CONFIGURATIONS } from './configurations/good-configurations.ts';
export { createFakeClock } from './clock/create-fake-clock.ts';
export { letTimePass } from './clock/let-time-pass.ts';
export type { FakeClock } from './clock/create-fake-clock.ts';
export { createConfiguration } from './configurations/create-configuration.ts';
export { GOOD_HOOKS_FILES } from './hooks-files/good-hooks-files.ts';
export type { GoodHooksFile } from './hooks-files/good-hooks-files.ts';
export type { WrongHooksFile } from './hooks-files/wrong-hooks-file.ts';
export { WRONG_HOOKS_FILES } from './hooks-files/wrong-hooks-files.ts';
export { createFakeLinkStarter } from './link/fake-link-starter.ts';
export type { FakeLinkStarter, FakeStart } from './link/fake-link-starter.ts';
export { serveFake } from './link/fake-server.ts';
export type { FakeServer, FakeServerOptions } from './link/fake-server.ts';
export { recordLink } from './link/record-link.ts';
export type { LinkRecord, ReceivedFrame } from './link/record-link.ts';
export { serveFakeStateless } from './link/fake-stateless-server.ts';
export type { FakeAnswer, FakeStatelessOptions, FakeStatelessServer } from './link/fake-stateless-server.ts';
export { createTestClient } from './link/test-client.ts';
export type { TestClient } from './link/test-client.ts';
export { killWriter } from './process/kill-writer.ts';
export { findSlowText } from './property/find-slow-text.ts';
export { startCpuClock } from './clock/start-cpu-clock.ts';
export { waitUntil } from './clock/wait-until.ts';
export { createMemoryLog } from './log/create-memory-log.ts';
export type { LoggedLine, MemoryLog } from './log/create-memory-log.ts';
export { HOSTILE_FILES, putHostileFile } from './process/put-hostile-file.ts';
export { findProcesses, parentPidOf } from './process/find-processes.ts';
export { createFixtureServer, fixturePath } from './process/fixture-server.ts';
export { createFakeServerMemory } from './memory/create-fake-server-memory.ts';
export type { FakeServerMemory } from './memory/create-fake-server-memory.ts';
export { describeServerMemory } from './memory/describe-server-memory.ts';
export type { DefineTest, ReopenableMemory } from './memory/describe-server-memory.ts';
export { describeYard, YARD_SERVERS } from './yard/describe-yard.ts';
export type { YardUnderTest } from './yard/describe-yard.ts';
export { TEST_CERTIFICATE, TEST_KEY } from './http/test-certificate.ts';
export { createFakeRequester, createReply, createWrittenBody } from './http/create-fake-requester.ts';
export type { FakeRequester, WrittenBody } from './http/create-fake-requester.ts';
export { openRawSocket, readUntilClosed } from './http/open-raw-socket.ts';
export { startHttpServer } from './http/start-http-server.ts';
export type { ArrivedRequest, TestHttpServer } from './http/start-http-server.ts';
export { startPlainTaskBackend } from './http/start-plain-task-backend.ts';
export type { PlainTaskBackend, PlainTaskBackendOptions } from './http/start-plain-task-backend.ts';
export { startStatelessHttpServer } from './http/start-stateless-http-server.ts';
export type {
  StatelessHttpOptions,
  StatelessHttpServer,
  StatelessMessage,
} from './http/start-stateless-http-server.ts';
export { startMcpHttpServer } from './http/start-mcp-http-server.ts';
export type { McpHttpOptions, McpHttpServer } from './http/start-mcp-http-server.ts';
export { createDockerServer } from './docker/create-docker-server.ts';
export type { DockerServerChanges } from './docker/create-docker-server.ts';
export type { FakeContainer } from './docker/fake-container.ts';
export { startFakeEngine } from './docker/start-fake-engine.ts';
export type { EngineArrival, FakeEngine, FakeEngineOptions } from './docker/start-fake-engine.ts';
export { askForExternal } from './external/ask-for-external.ts';
export {
  importImage,
  nodeMounts,
  openDockerEngine,
  sendTar,
  takePort,
  toSleeper,
  useImage,
  withLibraries,
} from './docker/test-engine.ts';
export type { EngineContainer, TestEngine } from './docker/test-engine.ts';
export { describeExternal } from './external/describe-external.ts';
export type { ExternalName } from './external/external-programs.ts';
export { createGitRepository, GIT_TEST_ENVIRONMENT } from './process/create-git-repository.ts';
export type { TestRepository } from './process/create-git-repository.ts';
export { createHostileMessage } from './hostile/create-hostile-message.ts';
export type { MessageTemplate } from './hostile/create-hostile-message.ts';
export { createRandom } from './hostile/create-random.ts';
export type { Random } from './hostile/create-random.ts';
export {
  createAnswerTemplates,
  createClientTemplates,
  SERVER_TEMPLATES,
  toStatelessTemplate,
} from './hostile/message-templates.ts';
export { runs } from './property/runs.ts';
export { mountSmallDisk } from './process/mount-small-disk.ts';
export type { SmallDisk } from './process/mount-small-disk.ts';
export { readRealTools } from './catalogue/read-real-tools.ts';
export { measureMemory } from './memory/measure-memory.ts';
export {
  afterHook,
  callOf,
  createHook,
  createSaved,
  exampleCall,
  exampleHook,
  exampleTask,
} from './hooks/create-hook.ts';
export { createEngineFixture } from './hooks/engine-fixture.ts';
export type { EngineFixture } from './hooks/engine-fixture.ts';
export { exampleRecord } from './hooks/example-record.ts';
export { createHeldTool, toSuccess, toToolError } from './hooks/fake-hook-yard.ts';
export type { FakeTool, HeldCall } from './hooks/fake-hook-yard.ts';
export { createStressEvents, findUnaccounted, STRESS_HOOKS } from './hooks/stress.ts';
export type { StressEvent, StressHook } from './hooks/stress.ts';
export { createScriptedModel } from './models/create-scripted-model.ts';
export type { ModelScript, ScriptedModel } from './models/create-scripted-model.ts';
export { createFakeMachine } from './hooks/fake-machine.ts';
export { parseUnitArgument, parseUnitWords } from './hooks/parse-unit-words.ts';
export { findDueSlowly, listMinutes } from './hooks/slow-schedule.ts';
export { MODEL_APIS, startModelServer } from './models/start-model-server.ts';
export type { ModelApi, ModelServer } from './models/start-model-server.ts';
export type { ServedAnswer, ServedCall, ServedFailure, ServedTurn, SeenRequest } from './models/served-turn.ts';
export type { GoogleRequestBody } from './models/google-dialect.ts';
export { pictureOf, pictureOfAged } from './files/picture-of.ts';
export { startFakeGitHub } from './github/start-fake-github.ts';
export type { FakeGitHub, GitHubMishap, SeenGitHubRequest } from './github/start-fake-github.ts';
