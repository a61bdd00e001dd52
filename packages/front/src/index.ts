export { createStdioLink } from './create-stdio-link.ts';
export type { StdioLinkOptions } from './create-stdio-link.ts';
