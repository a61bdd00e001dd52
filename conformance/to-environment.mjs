/** The environment for a Toolyard without the configuration, the state and the token of whoever runs this. */
export function toEnvironment(place) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('TOOLYARD_'));
  const places = { XDG_CONFIG_HOME: place, XDG_STATE_HOME: place, XDG_DATA_HOME: place };
  return { ...Object.fromEntries(own), ...places };
}
