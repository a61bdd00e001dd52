declare const TOOLYARD_VERSION: string | undefined;

/** The version of the package; the bundle fills it in. */
export const VERSION: string = typeof TOOLYARD_VERSION === 'string' ? TOOLYARD_VERSION : '0.0.0';
