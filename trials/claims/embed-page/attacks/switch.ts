/**
 * A guard that can be turned off while the program runs: the planted text asks this. So one build of the page and one process have all
 * plants in them, and each is tried by itself.
 */
export const isOff = (guard: string): string => `globalThis.facetOff?.includes(${JSON.stringify(guard)})`

/** What the process that has the plants is asked at, to turn guards off. */
export const switchPath = '/trial/off'
