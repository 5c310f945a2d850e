import { randomBytes } from 'node:crypto'
import { type Wanted, wanted } from './scanner.ts'

/** What hits of secrets are called whose text we choose. */
export const chosenSecret = 'a chosen secret'

/** Secrets whose text we choose share a stem, so that one search finds any of them in any form. */
export type Canaries = {
  rootKey: Buffer
  databasePassword: string
  adminToken: string
  otlpHeader: string
  /** A new value on each call, and where it was put. */
  next: (where: string) => string
  /** A secret the service made. */
  learn: (name: string, secret: string | Buffer) => void
  list: () => Wanted[]
  count: () => number
}

// Anything shorter would be found by chance.
const shortest = 16

export const createCanaries = (rootKey: Buffer = randomBytes(32)): Canaries => {
  const stem = `canary${randomBytes(9).toString('hex')}`
  const learned: Wanted[] = [wanted('the root key, as text', rootKey.toString('base64')), wanted('the root key, as bytes', rootKey)]
  let planted = 0
  const next = (where: string): string => {
    planted++
    return `${stem}-${where.replaceAll(/[^a-z]+/gi, '-')}-${planted}`
  }
  return {
    rootKey,
    // Characters that must be escaped in an address.
    databasePassword: `${next('database')}@:/?#%ü`,
    adminToken: next('admin-token'),
    otlpHeader: next('otlp-header'),
    next,
    learn: (name, secret) => {
      if (secret.length < shortest) throw new Error(`${name} is too short to be looked for.`)
      planted++
      learned.push(wanted(name, secret))
    },
    list: () => [wanted(chosenSecret, stem), ...learned],
    count: () => planted + 1,
  }
}
