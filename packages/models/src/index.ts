export { chooseModel } from './choose/choose-model.ts';
export type { ModelChoices } from './choose/choose-model.ts';
export { ACCESS_VARIABLES, KEY_VARIABLES, PROVIDERS } from './choose/providers.ts';
export type { Provider } from './choose/providers.ts';
export { createModel } from './create-model.ts';
export type { ModelOptions } from './create-model.ts';
