/**
 * A place for secrets that the system protects, such as a keychain; rejects where it cannot be used. Whether a value is right shows only
 * at its server, in many ways, so none is ever taken back: the host that owns the place lets people remove or replace what they mistyped.
 */
export interface SecretStore {
  /** The value kept under this name; `undefined` where there is none, and then a person is asked. */
  read(name: string): Promise<string | undefined>;
  /** `name` is the path of the configuration, `#` and the id of the input; the key and the base URL of a model's provider are looked up by their variables. */
  keep(name: string, value: string): Promise<void>;
}
