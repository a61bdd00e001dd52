import { headerNameOf, STATELESS_REVISION, type Frame, type HttpReply, type HttpRequester } from '@toolyard/core';
import { toLowerCase, type Endpoint } from './create-http-channel.ts';
import type { ParameterHeaders } from './create-parameter-headers.ts';
import { createSameOriginRequester } from './create-same-origin-requester.ts';
import { encodeHeaderValue } from './encode-header-value.ts';

/** What a link sends to one stateless endpoint: the one place that knows how messages look as HTTP requests. */
export interface StatelessChannel {
  /** Host and port, for messages. */
  readonly host: string;
  post(frame: Frame, signal: AbortSignal): Promise<HttpReply>;
}

const OWN: Readonly<Record<string, string>> = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  'mcp-protocol-version': STATELESS_REVISION,
};

/** A channel for Streamable HTTP as revision 2026-07-28 has it: the headers repeat what those between must know. */
export function createStatelessChannel(
  { url, headers }: Endpoint,
  { requester, parameters }: { readonly requester: HttpRequester; readonly parameters: ParameterHeaders },
): StatelessChannel {
  const { request } = createSameOriginRequester(requester);
  const given = toLowerCase(headers);
  return {
    host: new URL(url).host,
    post: (frame, signal) =>
      request({
        method: 'POST',
        url,
        headers: {
          ...given,
          ...OWN,
          ...describe(frame),
          ...(frame.method === 'tools/call' ? parameters.headersOf(frame) : {}),
        },
        body: frame.bytes,
        signal,
      }),
  };
}

function describe(frame: Frame): Readonly<Record<string, string>> {
  const { method = '' } = frame;
  const name = headerNameOf(frame);
  return {
    'mcp-method': encodeHeaderValue(method),
    ...(name === undefined ? {} : { 'mcp-name': encodeHeaderValue(name) }),
  };
}
