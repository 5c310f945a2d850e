import { embedTenantNamePattern, GenerateSession, sessionLimits } from '@facet/contract'
import { externalIdProblem } from '#domains/embed/embed-tenants'
import { contextProblems } from '#access'
import { isReservedGroupName } from '#domains/identity/groups'
import { parseDefault } from '#domains/identity/user-attributes'
import type { EmbedSettings } from '#engine/embed'
import { pointerTo } from '#kernel/json-pointer'
import { createSuggestName } from '#kernel/nearest-name'
import { firstProblems } from '#kernel/problems'
import type { SessionProblem } from './session-problem.ts'

type Rule = (body: GenerateSession, settings: EmbedSettings) => Iterable<SessionProblem>

const known = Object.keys(GenerateSession.properties)
// Of older requests; they never meant anything that could widen access.
const passedOver = new Set(['tenantId', 'tenantName', 'branchName'])
const tenantName = new RegExp(embedTenantNamePattern)

function* unknownFields(body: GenerateSession): Generator<SessionProblem> {
  const suggest = createSuggestName()
  for (const name of Object.keys(body)) {
    if (known.includes(name) || passedOver.has(name)) continue
    const meant = suggest(name, known)
    const hint = meant ? `Did you mean ${meant}?` : 'Remove it; the contract lists the fields there are.'
    yield {
      code: 'unknown_field',
      pointer: pointerTo('/body', name),
      message: `There is no field "${name.slice(0, 100)}" in a session request. ${hint}`,
    }
  }
}

function* roles({ roles: sent }: GenerateSession): Generator<SessionProblem> {
  if (sent && sent.length > 0)
    yield {
      code: 'roles_not_allowed',
      pointer: '/body/roles',
      message: 'A session takes no roles: what its user may see follows from groups and attributes. Leave the field out.',
    }
}

const describesExternal = [
  'email',
  'userProfile',
  'groups',
  'tenantGroups',
  'userAttributes',
  'groupDefinitions',
  'tenantGroupDefinitions',
  'userAttributeDefinitions',
  'securityContext',
] as const satisfies (keyof GenerateSession)[]

function* identifiers(body: GenerateSession): Generator<SessionProblem> {
  const { externalId, internalId } = body
  if ((externalId == null) === (internalId == null)) {
    const sent = externalId == null ? 'neither was sent' : 'both were sent'
    const message = `A session is for exactly one of externalId and internalId; ${sent}.`
    yield { code: 'user_identifier', pointer: externalId == null ? '/body' : '/body/internalId', message }
  }
  const problem = externalId == null ? null : externalIdProblem(externalId)
  if (problem !== null) yield { code: 'external_id_invalid', pointer: '/body/externalId', message: `externalId ${problem}` }
  if (internalId == null) return
  for (const name of describesExternal)
    if (body[name] != null)
      yield {
        code: 'not_with_internal_id',
        pointer: `/body/${name}`,
        message: `${name} describes an external user and is not allowed with internalId, which uses what that user holds already.`,
      }
}

const isAbsoluteAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:\/\//i.test(text) && (url.protocol === 'http:' || url.protocol === 'https:') && !/\s/.test(text)
}

function* formats({ embedTenantName, userProfile }: GenerateSession): Generator<SessionProblem> {
  if (embedTenantName != null && !tenantName.test(embedTenantName))
    yield {
      code: 'embed_tenant_name_malformed',
      pointer: '/body/embedTenantName',
      message: `embedTenantName "${embedTenantName}" must have 5 to 36 characters of a-z, 0-9 and -, start with a letter and end with a letter or digit.`,
    }
  if (userProfile?.picture != null && !isAbsoluteAddress(userProfile.picture))
    yield {
      code: 'picture_invalid',
      pointer: '/body/userProfile/picture',
      message: 'userProfile.picture must be an absolute http:// or https:// address.',
    }
}

const ofCreators = ['tenantGroups', 'groupDefinitions', 'tenantGroupDefinitions', 'userAttributeDefinitions'] as const

function* creatorMode(body: GenerateSession, { useCreatorMode }: EmbedSettings): Generator<SessionProblem> {
  for (const name of ofCreators) {
    if (body[name] == null) continue
    if (body.creatorMode !== true)
      yield { code: 'creator_mode_required', pointer: `/body/${name}`, message: `${name} needs creatorMode: true.` }
    if (body.embedTenantName == null)
      yield { code: 'embed_tenant_required', pointer: `/body/${name}`, message: `${name} needs an embedTenantName to belong to.` }
  }
  if (body.embedTenantProfile != null && body.embedTenantName == null)
    yield { code: 'embed_tenant_required', pointer: '/body/embedTenantProfile', message: 'embedTenantProfile needs an embedTenantName.' }
  if (body.creatorMode === true && !useCreatorMode)
    yield {
      code: 'creator_mode_disabled',
      pointer: '/body/creatorMode',
      message: 'Creator mode is off for this tenant. An administrator turns it on with the tenant setting useCreatorMode.',
    }
}

const namedLists = ['userAttributes', 'groupDefinitions', 'tenantGroupDefinitions', 'userAttributeDefinitions'] as const

function* duplicates(body: GenerateSession): Generator<SessionProblem> {
  for (const list of namedLists) {
    const seen = new Set<string>()
    for (const [index, { name }] of (body[list] ?? []).entries()) {
      if (seen.has(name))
        yield {
          code: 'duplicate_name',
          pointer: `/body/${list}/${index}/name`,
          message: `${list} names "${name}" twice. Send each name once.`,
        }
      seen.add(name)
    }
  }
}

function* definitions(body: GenerateSession): Generator<SessionProblem> {
  for (const list of ['groupDefinitions', 'tenantGroupDefinitions'] as const)
    for (const [index, { name }] of (body[list] ?? []).entries())
      if (isReservedGroupName(name))
        yield {
          code: 'group_name_reserved',
          pointer: `/body/${list}/${index}/name`,
          message: `"${name}" looks like a name reserved for the platform: group names may not start with system: or group:, nor begin or end with a space.`,
        }
  for (const [index, { name, type, defaultValue }] of (body.userAttributeDefinitions ?? []).entries())
    if (defaultValue != null && defaultValue !== '' && parseDefault(type, defaultValue) === undefined)
      yield {
        code: 'user_attribute_value_mismatch',
        pointer: `/body/userAttributeDefinitions/${index}/defaultValue`,
        message: `The default of "${name}" is not a ${type}.`,
      }
}

function* context({ securityContext }: GenerateSession): Generator<SessionProblem> {
  if (securityContext == null) return
  for (const { code, pointer, message } of contextProblems('/body/securityContext', securityContext))
    yield { code, pointer, message: `${pointer} ${message}` }
}

function* settingsSize({ settings }: GenerateSession): Generator<SessionProblem> {
  const bytes = settings == null ? 0 : Buffer.byteLength(JSON.stringify(settings))
  if (bytes > sessionLimits.settingsBytes)
    yield {
      code: 'invalid_request',
      pointer: '/body/settings',
      message: `settings has ${bytes} bytes as JSON; the limit is ${sessionLimits.settingsBytes}. It holds switches, not data.`,
    }
}

// In the order in which they are answered.
const rules: Rule[] = [unknownFields, roles, settingsSize, identifiers, formats, creatorMode, duplicates, definitions, context]

function* problemsOf(body: GenerateSession, settings: EmbedSettings): Generator<SessionProblem> {
  for (const rule of rules) yield* rule(body, settings)
}

/** The first problems of a request that can be found without the catalogs. */
export const requestProblems = (body: GenerateSession, settings: EmbedSettings): SessionProblem[] =>
  firstProblems(problemsOf(body, settings))
