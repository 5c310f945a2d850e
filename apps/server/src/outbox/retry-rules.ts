/** After so many the event is dead: by then about nine hours have gone by. */
export const maxAttempts = 20

const firstSeconds = 2
const longestSeconds = 3600

/** How long after a failed attempt comes the next: twice as long each time, up to an hour. Null when there is none. */
export const retrySeconds = (attempts: number): number | null =>
  attempts >= maxAttempts ? null : Math.min(longestSeconds, firstSeconds * 2 ** (attempts - 1))
