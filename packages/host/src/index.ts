export type { Surroundings } from './surroundings/surroundings.ts';
