/** What a frame of no origin says once it listens. */
export const frameReady = 'facet-frame-ready'
