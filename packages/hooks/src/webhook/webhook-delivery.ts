/** A request to the address of a hook, with its whole body. */
export interface WebhookDelivery {
  /** The id in the address; there may be no such hook. */
  readonly hook: string;
  /** By name in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** What the sender of a delivery is answered, as JSON. */
export interface WebhookAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Why nothing runs, for those who look after the hooks; absent where the event was taken. It may say more than the answer. */
  readonly refused?: string;
}
