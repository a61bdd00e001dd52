import { editParams, ENVELOPE, STATELESS_REVISION, type Frame } from '@toolyard/core';

/** What the requests of one link say besides the capabilities of whoever made them; JSON texts. */
export interface Sender {
  readonly client: string | undefined;
  readonly logLevel: string | undefined;
}

/** The request with all that the stateless revision wants to be told with each; capabilities that it has already stay. */
export function addEnvelope(request: Frame, { client, logLevel }: Sender): Frame {
  const meta = {
    [ENVELOPE.version]: JSON.stringify(STATELESS_REVISION),
    ...(client === undefined ? {} : { [ENVELOPE.client]: client }),
    ...(logLevel === undefined ? {} : { [ENVELOPE.logLevel]: logLevel }),
    ...(request.meta?.has(ENVELOPE.capabilities) === true ? {} : { [ENVELOPE.capabilities]: '{}' }),
  };
  return request.edited(editParams(request, { meta }));
}
