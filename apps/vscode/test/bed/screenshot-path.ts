import { fileURLToPath } from 'node:url';

/** Where a picture of that name is kept. */
export function screenshotPath(name: string): string {
  const file = name.replaceAll(/[^\w-]+/g, '-').slice(0, 120);
  return fileURLToPath(new URL(`../../dist/screenshots/${file}.png`, import.meta.url));
}
