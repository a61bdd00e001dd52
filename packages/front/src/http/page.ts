/** A small page that is not part of the protocol, made anew for each request. */
export interface Page {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** What is served beside the protocol, by path. */
export type Pages = Readonly<Record<string, { readonly isOpen: boolean; create(): Page }>>;
