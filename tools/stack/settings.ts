import { createHash } from 'node:crypto'
import { settingNames } from '../../apps/server/src/process/config.ts'

// Of the tools, the trials, the examples, and of whoever calls the API.
const ofOthers = new Set([
  'FACET_STACK_FOLDER',
  'FACET_DEMO_PICTURES',
  'FACET_CACHE',
  'FACET_SCHEMATHESIS',
  'FACET_VERSITYGW',
  'FACET_TEMPORAL_SERVER',
  'FACET_TEMPORAL_SQL',
  'FACET_RECORDING',
  'FACET_RECORD_HISTORIES',
  'FACET_TRIAL_CHANGES',
  'FACET_KEY',
  'FACET_URL',
  'FACET_MINT_KEY',
  'FACET_DEPLOYMENT_ID',
])

export type Settings = Record<string, string>

const known = new Set<string>(settingNames)

/** What whoever starts the stack has set for the service. */
export const settingsIn = (env: NodeJS.ProcessEnv): Settings =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (known.has(name) && value !== undefined ? [[name, value]] : [])))

/** What looks like a setting and is none: mistyped, most likely. */
export const unknownIn = (env: NodeJS.ProcessEnv): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('FACET_') && !known.has(name) && !ofOthers.has(name))
    .toSorted()

/** A shell in which nothing is set for the service. */
export const withoutSettings = (env: NodeJS.ProcessEnv): Settings =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (known.has(name) || value === undefined ? [] : [[name, value]])))

export type Merged = { passedOn: Settings; refused: string[] }

/** Where its engines are and what it keeps secret is for the stack to say; everything else is passed on. */
export const passOn = (given: Settings, own: Settings): Merged => {
  const isOwn = (name: string): boolean => name in own || name.replace(/_FILE$/, '') in own || /^FACET_(TLS|S3|TEMPORAL)_/.test(name)
  const names = Object.keys(given).toSorted()
  return {
    passedOn: Object.fromEntries(names.filter((name) => !isOwn(name)).map((name) => [name, given[name] ?? ''])),
    refused: names.filter(isOwn),
  }
}

/** The demo's warehouse is on this machine, and not every kernel of a developer gives all the walls; whoever starts it may ask for them. */
export const withDefaults = (given: Settings, { enginesFolder, dbtFolder }: { enginesFolder: string; dbtFolder: string }): Settings => ({
  FACET_SANDBOX: 'degraded',
  FACET_ENGINES_FOLDER: enginesFolder,
  FACET_DBT_FOLDER: dbtFolder,
  ...given,
  FACET_ALLOW_PRIVATE_HOSTS: [given['FACET_ALLOW_PRIVATE_HOSTS'], '127.0.0.1'].filter(Boolean).join(','),
})

/** What was passed on, to compare the next start with; without the values, of which some are secrets. */
export type PassedOn = { names: string[]; digest: string }

export const passedOnOf = (settings: Settings): PassedOn => ({
  names: Object.keys(settings),
  digest: createHash('sha256').update(JSON.stringify(settings)).digest('hex'),
})
