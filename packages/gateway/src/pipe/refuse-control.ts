import { createErrorResponse, TASK_METHODS, type Link } from '@toolyard/core';

type Receiver = Parameters<Link['receive']>[0];

const METHOD_NOT_FOUND = -32601;
const OWN = /^(notifications\/)?toolyard\//;
const OPEN_TO_ALL: readonly string[] = Object.values(TASK_METHODS);

/**
 * The same receiver without the methods of our own: a yard trusts whoever comes through its socket, and not whose
 * messages are passed on there.
 */
export function refuseControl(client: Pick<Link, 'send'>, receiver: Receiver): Receiver {
  return (frame, relatedTo) => {
    const { id, method = '' } = frame;
    if (!OWN.test(method) || OPEN_TO_ALL.includes(method)) return receiver(frame, relatedTo);
    const message = `Method not found: ${method}`;
    return id === undefined ? undefined : client.send(createErrorResponse(id, { code: METHOD_NOT_FOUND, message }));
  };
}
