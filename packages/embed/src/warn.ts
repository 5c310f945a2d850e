/** Hosts that only developers open: loopback addresses and reserved names. */
const developmentHost = /(^|\.)(localhost|local|test)$|^127\.|^\[::1]$/

/** Warns in the console of a developer; viewers of a deployed page get none. */
export const warn = (text: string): void => {
  // oxlint-disable-next-line no-console -- The console of a developer is where a mistake in the options of a host is looked for.
  if (developmentHost.test(location.hostname)) console.warn(`Facet: ${text}`)
}
