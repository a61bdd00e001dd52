declare const TOOLYARD_VERSION: string | undefined;

/** What stands for a version where Toolyard runs from its sources, which have none. */
export const UNRELEASED = '0.0.0';

/** The version of this Toolyard; the bundle fills it in. */
export const VERSION: string = typeof TOOLYARD_VERSION === 'string' ? TOOLYARD_VERSION : UNRELEASED;
