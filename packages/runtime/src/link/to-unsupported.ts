import { findMissingCapability, type Frame, type JsonRpcError, type Respondent } from '@toolyard/core';

const METHOD_NOT_FOUND = -32601;

/** What a question is refused with that a respondent cannot be asked; `undefined` where it can. */
export function toUnsupported(respondent: Pick<Respondent, 'capabilities'>, question: Frame): JsonRpcError | undefined {
  const missing = findMissingCapability(respondent, question);
  return missing === undefined
    ? undefined
    : { code: METHOD_NOT_FOUND, message: `The client does not support ${missing}.` };
}
