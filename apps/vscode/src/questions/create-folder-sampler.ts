import { readWritten, type Host, type NamedConfiguration, type QuestionAnswerer } from '@toolyard/host';
import type { createSampler, openKeptModel } from '@toolyard/host/assistant';
import type { CreateSample } from './create-editor-respondent.ts';

/** What models of a folder depend on. */
export interface FolderModels {
  readonly host: () => Host;
  /** The configuration file that the settings name. */
  readonly named: () => NamedConfiguration | undefined;
  /** Loads what asks models, when a server first wants that. */
  readonly load: () => Promise<{
    readonly createSampler: typeof createSampler;
    readonly openKeptModel: typeof openKeptModel;
  }>;
}

/** Asks the model of the environment or of the folder's configuration for servers, with the consent of the person. */
export function createFolderSampler(
  parts: Parameters<CreateSample>[0],
  { host, named, load }: FolderModels,
): QuestionAnswerer {
  return async (question, signal) => {
    const models = await load();
    const openModel = async (): ReturnType<typeof openKeptModel> => {
      const quiet = { ...host(), askInput: undefined, approve: undefined };
      const { asWritten } = await readWritten(quiet, named() ?? {});
      return models.openKeptModel(host(), asWritten.settings.model);
    };
    return models.createSampler({ ...parts, openModel, explain: explainProblem })(question, signal);
  };
}

/** There is no command line here that an option could be given on. */
function explainProblem(message: string): string {
  return message.replace('--model, ', '');
}
