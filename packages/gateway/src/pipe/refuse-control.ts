import { createErrorResponse, TASK_METHODS, type Link } from '@toolyard/core';

const METHOD_NOT_FOUND = -32601;
const OWN = /^(notifications\/)?toolyard\//;
const OPEN_TO_ALL: readonly string[] = Object.values(TASK_METHODS);

/** The same link without the methods of our own: a yard trusts whoever comes through its socket, and not whose messages are passed on there. */
export function refuseControl(client: Link): Link {
  return {
    closed: client.closed,
    close: () => client.close(),
    send: (frame, relatedTo) => client.send(frame, relatedTo),
    receive(receiver) {
      client.receive((frame, relatedTo) => {
        const { id, method = '' } = frame;
        if (!OWN.test(method) || OPEN_TO_ALL.includes(method)) return receiver(frame, relatedTo);
        const message = `Method not found: ${method}`;
        return id === undefined ? undefined : client.send(createErrorResponse(id, { code: METHOD_NOT_FOUND, message }));
      });
    },
  };
}
