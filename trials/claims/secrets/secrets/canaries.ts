import { randomBytes } from 'node:crypto'
import { type Wanted, wanted } from './scanner.ts'

/** Secrets that the trial looks for. Those with a chosen text share a stem, so that one search finds all of them. */
export type Canaries = {
  rootKey: Buffer
  databasePassword: string
  adminToken: string
  otlpHeader: string
  /** Returns a new secret. `where` becomes part of its text. */
  next: (where: string) => string
  /** Adds a secret that the service generated. */
  learn: (name: string, secret: string | Buffer) => void
  list: () => Wanted[]
  count: () => number
}

// Shorter values would be found by chance.
const shortest = 16

export const createCanaries = (): Canaries => {
  const rootKey = randomBytes(32)
  const stem = `canary${randomBytes(9).toString('hex')}`
  const learned: Wanted[] = [wanted('the root key, as text', rootKey.toString('base64')), wanted('the root key, as bytes', rootKey)]
  let made = 0
  const next = (where: string): string => {
    made++
    return `${stem}-${where.replaceAll(/[^a-z]+/gi, '-')}-${made}`
  }
  return {
    rootKey,
    // Contains characters that a URL escapes.
    databasePassword: `${next('database')}@:/?#%ü`,
    adminToken: next('admin-token'),
    otlpHeader: next('otlp-header'),
    next,
    learn: (name, secret) => {
      if (secret.length < shortest) throw new Error(`${name} is too short to be looked for.`)
      made++
      learned.push(wanted(name, secret))
    },
    list: () => [wanted('a chosen secret', stem), ...learned],
    count: () => made + 1,
  }
}
