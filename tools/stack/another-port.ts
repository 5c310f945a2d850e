import { existsSync, readFileSync, statSync } from 'node:fs'
import { freePortBelow } from '@facet/testkit/net'

// Higher ones are what the system gives to outgoing connections: any program may have one a moment after it was seen to be free.
const firstGivenOut = 32_768

export const chooseStackPort = (): Promise<number> => freePortBelow(firstGivenOut)

/** What a server wrote to its log from now on. */
export const watchLog = (file: string): (() => string) => {
  const from = existsSync(file) ? statSync(file).size : 0
  return () => (existsSync(file) ? readFileSync(file).subarray(from).toString() : '')
}

/** What a server says, in whichever words, of a port that somebody else has. */
export const isPortTaken = (text: string): boolean => /address already in use|another process is listening there/i.test(text)

type Attempt = {
  start: () => Promise<void>
  /** Chooses anew; nothing where others know the port by now. */
  move: (() => Promise<void>) | null
  /** What the server wrote while it started. */
  written: () => string
}

const maxAttempts = 5

/** Starts a server whose port may be taken between the moment it is chosen and the moment it is bound; then it tries with another. */
export const startSomewhere = async ({ start, move, written }: Attempt, attempts = maxAttempts): Promise<void> => {
  try {
    await start()
  } catch (error) {
    if (move === null || attempts <= 1 || !isPortTaken(`${String(error)}\n${written()}`)) throw error
    await move()
    await startSomewhere({ start, move, written }, attempts - 1)
  }
}
