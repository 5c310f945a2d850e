import type { Caller, DataCaller as IssuedCaller, DataTarget, DeploymentToken } from '#access'
import { tokenRefusals } from './refusals.ts'
import type { DataCaller } from './types.ts'

// Own keys of these names turn into something else as soon as somebody copies the object; `u` would be laid over the rest by the engine.
const misread = new Set(['__proto__', 'constructor', 'prototype'])

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const isMisread = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(isMisread)
  return isObject(value) && Object.entries(value).some(([key, inner]) => misread.has(key) || isMisread(inner))
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [])

/**
 * The claims of a token that was signed with the deployment's own secret, as they are: whoever holds the secret owns the data. Policies
 * read groups and attributes without asking whether there are any, so both are always there, in the one form they may have.
 */
export const contextOfClaims = (claims: Record<string, unknown>): object => {
  if ('u' in claims || isMisread(claims)) throw tokenRefusals.reserved()
  const own = isObject(claims['cubeCloud']) ? claims['cubeCloud'] : {}
  return {
    ...claims,
    cubeCloud: { ...own, groups: namesIn(own['groups']), userAttributes: isObject(own['userAttributes']) ? own['userAttributes'] : {} },
  }
}

export const callerOfDeployment = (target: DataTarget, { tokenId, claims, endsAtMs }: DeploymentToken): DataCaller => ({
  credential: 'deployment',
  tenantId: target.tenantId,
  deploymentId: target.deploymentId,
  environmentId: null,
  scopes: null,
  pinned: { ctx: contextOfClaims(claims), facet: { embed: false } },
  seesErrors: true,
  endsAtMs,
  // Each user of the deployment's owner has a token of their own, and cannot make more of them.
  countedAs: { tenantId: target.tenantId, credentialId: `deployment ${target.deploymentId} ${tokenId}` },
})

/** What a query sees of the user of a frame: `contextOf` reads only what was frozen when the session was exchanged. */
export const callerOfFrame = (caller: Caller, contextOf: (grant: NonNullable<Caller['embed']>) => object): DataCaller | undefined =>
  caller.embed && {
    credential: 'embed',
    tenantId: caller.tenantId,
    deploymentId: caller.embed.deploymentId,
    environmentId: null,
    scopes: null,
    pinned: { ctx: contextOf(caller.embed), facet: { embed: true } },
    seesErrors: false,
    endsAtMs: caller.endsAtMs,
    countedAs: caller,
  }

/** A token that was made here carries its context; one that was made for a frame is held to the rules of frames, and counted with its user. */
export const callerOfIssued = (issued: IssuedCaller): DataCaller => ({
  credential: 'issued',
  tenantId: issued.tenantId,
  deploymentId: issued.deploymentId,
  environmentId: issued.environmentId,
  scopes: issued.scopes,
  pinned: { ctx: issued.context, facet: { embed: issued.kind === 'embed' } },
  seesErrors: issued.kind !== 'embed',
  endsAtMs: issued.endsAtMs,
  countedAs: { tenantId: issued.tenantId, credentialId: `data token ${issued.tokenId}`, ...(issued.grant ? { embed: issued.grant } : {}) },
})
