/** How many cases a property test runs: a fifth of these by default, all of them when `FACET_NIGHTLY=1`. Each run draws new cases. */
export const propertyRuns = (full: number): number => (process.env['FACET_NIGHTLY'] === '1' ? full : Math.ceil(full / 5))
