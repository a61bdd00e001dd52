/** One HTTP request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Ends the request and the reading of its answer. */
  readonly signal: AbortSignal;
}

/** The answer to an HTTP request, as soon as its headers are there. */
export interface HttpReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Reads the body once; not reading it holds the sender back. Throws where the connection breaks off. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Makes HTTP requests: the seam between links and the network. Follows no redirects. */
export interface HttpRequester {
  /** Rejects where no answer came, with an error whose message says why and names no secret. */
  request(request: HttpRequest): Promise<HttpReply>;
}
