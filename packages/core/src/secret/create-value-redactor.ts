import { createRedactor } from './create-redactor.ts';
import { isSecretName } from './is-secret.ts';
import { MASK } from './mask-text.ts';

/**
 * Takes these secrets out of every text in a value, and all texts that stand under the name of a secret. What is no text
 * stays, and so do names and order.
 */
export function createValueRedactor(secrets: readonly string[]): (value: unknown) => unknown {
  const redact = createRedactor(secrets, Infinity);

  function show(value: unknown, isSecret: boolean): unknown {
    if (typeof value === 'string') return isSecret && value !== '' ? MASK : redact(value);
    if (Array.isArray(value)) return value.map((item) => show(item, isSecret));
    if (typeof value !== 'object' || value === null) return value;
    // Entries, since an assignment to `__proto__` would change the object itself.
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, show(member, isSecret || isSecretName(name))]),
    );
  }

  return (value) => show(value, false);
}
