import type { RefusedCall } from './calls.ts';
import type { ToolCall } from './tool-caller.ts';

/** What `noteRefusal` is told of a call that was to be made and was not. */
export function toRefusedCall(call: ToolCall): RefusedCall {
  const { tool, arguments: given, origin, session, document, hook, conversation, approval } = call;
  return {
    tool,
    arguments: given,
    origin,
    ...(session === undefined ? {} : { session }),
    ...(document === undefined ? {} : { document }),
    ...(hook === undefined ? {} : { hook }),
    ...(conversation === undefined ? {} : { conversation }),
    ...(approval === undefined ? {} : { approval }),
  };
}
