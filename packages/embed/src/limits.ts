/** In a file that imports nothing, so that bundlers write the numbers where they are used. */

/** For a page to take the port, for an answer of it, and for one of the session callback. */
export const pageLimitMs = 30_000
export const answerLimitMs = 60_000
export const callbackLimitMs = 30_000

/** Between two attempts, doubled each time. */
export const firstPauseMs = 1000
export const longestPauseMs = 60_000

/** So long before its end a session is renewed, or a fifth of its life where that is shorter. */
export const longestLeadMs = 300_000
/** What a browser can count to. */
export const longestTimerMs = 2 ** 31 - 1
