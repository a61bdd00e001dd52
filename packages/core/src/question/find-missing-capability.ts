import type { Frame } from '../frame/frame.ts';
import type { Respondent } from '../yard/relay.ts';

/** What a respondent would have to support for a question, in words for the server; `undefined` where it can be asked. */
export function findMissingCapability(
  { capabilities }: Pick<Respondent, 'capabilities'>,
  question: Frame,
): string | undefined {
  switch (question.method) {
    case 'sampling/createMessage':
      return lackForSampling(membersOf(capabilities['sampling']), question);
    case 'elicitation/create':
      return lackForElicitation(membersOf(capabilities['elicitation']), question);
    default:
      return membersOf(capabilities['roots']) === undefined ? 'roots' : undefined;
  }
}

/** `includeContext` is not looked at: a client may ignore it, and old servers send it to every client. */
function lackForSampling(sampling: Members | undefined, question: Frame): string | undefined {
  if (sampling === undefined) return 'sampling';
  const hasTools = question.paramSpan('tools') !== undefined || question.paramSpan('toolChoice') !== undefined;
  return hasTools && sampling['tools'] === undefined ? 'tools in sampling ("sampling.tools")' : undefined;
}

/** A client that names no mode means forms, which were all there was when elicitation was new. */
function lackForElicitation(elicitation: Members | undefined, question: Frame): string | undefined {
  if (elicitation === undefined) return 'elicitation';
  const { form, url } = elicitation;
  if (question.param('mode') === 'url') {
    return url === undefined ? 'elicitation by URL ("elicitation.url")' : undefined;
  }
  return form === undefined && url !== undefined ? 'elicitation by form ("elicitation.form")' : undefined;
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(capability: unknown): Members | undefined {
  return typeof capability === 'object' && capability !== null ? { ...capability } : undefined;
}
