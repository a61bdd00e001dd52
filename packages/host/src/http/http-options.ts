/** How HTTP is served, as a person wrote it. */
export interface HttpOptions {
  /** What clients have to bring; `$TOOLYARD_TOKEN` where it is absent. */
  readonly token?: string;
  /** Files in PEM. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
}

/** Where HTTP is served. */
export interface HttpAddress {
  readonly host: string;
  readonly port: number;
}

/** The port of `hooks watch` for webhooks, where none is given. */
export const WEBHOOK_PORT = 7421;

/** Where HTTP is served unless somebody says otherwise. */
export const DEFAULT_ADDRESS: HttpAddress = { host: '127.0.0.1', port: 7420 };
