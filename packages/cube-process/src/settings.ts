import type { JsonWebKey } from 'node:crypto'
import { embedPolicies, type EmbedPolicy } from './embed-policy.ts'
import { asksForRollupOnly, type Env } from './environment.ts'
import { levelFrom } from './log.ts'
import type { ServeSettings } from './serve.ts'

export type Folders = { engineFolder: string; modelFolder: string }

export const foldersFrom = (env: Env): Folders => ({
  engineFolder: env['FACET_ENGINE_FOLDER'] ?? '/engine',
  modelFolder: env['FACET_MODEL_FOLDER'] ?? '/model',
})

const required = (env: Env, name: string): string => {
  const value = env[name]
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

const embedPolicyFrom = (text: string | undefined): EmbedPolicy => {
  const policy = embedPolicies.find((each) => each === (text ?? 'refuse'))
  if (policy === undefined) throw new Error(`FACET_EMBED_POLICY: "${text}" is not one of ${embedPolicies.join(', ')}.`)
  return policy
}

// Far above Node's own 16 kB, which the context of a caller alone outgrows.
const usualHeadBytes = 262_144

export const serveSettings = (env: Env, isStandIn: boolean): ServeSettings => ({
  modelFolder: foldersFrom(env).modelFolder,
  socket: required(env, 'FACET_SOCKET'),
  publicKey: JSON.parse(required(env, 'FACET_ENGINE_PUBLIC_KEY')) as JsonWebKey,
  audience: required(env, 'FACET_ENGINE_AUDIENCE'),
  embedPolicy: embedPolicyFrom(env['FACET_EMBED_POLICY']),
  maxHeadBytes: Number(env['FACET_MAX_HEAD_BYTES'] ?? usualHeadBytes),
  isRollupOnly: asksForRollupOnly(env),
  isStandIn,
  logLevel: levelFrom(env['CUBEJS_LOG_LEVEL']),
})
