import type { AttributeType, GenerateSession } from '@facet/contract'
import { fitsType } from '#domains/identity/user-attributes'
import type { Catalog, CatalogRequest } from '#engine/embed'
import { firstProblems, maxProblems } from '#kernel/problems'
import type { SessionProblem } from './session-problem.ts'

type Definitions = NonNullable<GenerateSession['userAttributeDefinitions']>
type GroupDefinitions = NonNullable<GenerateSession['groupDefinitions']>

/** Whether `groups` and `userAttributes` are names of the embed tenant. Outside one, the tenant itself is the creator's. */
export const isEmbedScope = (body: GenerateSession): boolean => body.creatorMode === true && body.embedTenantName != null

const names = (...lists: (readonly (string | { name: string })[] | null | undefined)[]): string[] => [
  ...new Set(lists.flatMap((list) => (list ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.name)))),
]

/** Every name the request uses or defines, to be looked up at once. */
export const catalogRequestOf = (tenantId: number, body: GenerateSession): CatalogRequest => ({
  tenantId,
  embedTenantName: body.embedTenantName ?? null,
  isEmbedScope: isEmbedScope(body),
  groups: names(body.groups, body.groupDefinitions),
  tenantGroups: names(body.tenantGroups, body.tenantGroupDefinitions),
  attributes: names(body.userAttributes, body.userAttributeDefinitions),
})

function* typeConflicts(definitions: Definitions, catalog: Catalog): Generator<SessionProblem> {
  for (const [index, { name, type }] of definitions.entries()) {
    const stored = catalog.attributes.get(name)
    if (stored && stored.type !== type)
      yield {
        code: 'attribute_type_conflict',
        pointer: `/body/userAttributeDefinitions/${index}/type`,
        message: `User attribute "${name}" cannot change type: it is ${stored.type} and was sent as ${type}. Delete it first, or use another name.`,
      }
  }
}

const typesOf = (body: GenerateSession, catalog: Catalog): ((name: string) => AttributeType | undefined) => {
  const defined = new Map((body.userAttributeDefinitions ?? []).map(({ name, type }) => [name, type]))
  return (name) => catalog.attributes.get(name)?.type ?? defined.get(name)
}

function* missingAttributes(body: GenerateSession, catalog: Catalog): Generator<SessionProblem> {
  const typeOf = typesOf(body, catalog)
  for (const [index, { name }] of (body.userAttributes ?? []).entries())
    if (typeOf(name) === undefined)
      yield { code: 'user_attributes_not_found', pointer: `/body/userAttributes/${index}/name`, message: 'User attributes not found' }
}

function* oddValues(body: GenerateSession, catalog: Catalog): Generator<SessionProblem> {
  const typeOf = typesOf(body, catalog)
  for (const [index, { name, value }] of (body.userAttributes ?? []).entries()) {
    const type = typeOf(name)
    if (type !== undefined && value != null && !fitsType(type, value))
      yield {
        code: 'user_attribute_value_mismatch',
        pointer: `/body/userAttributes/${index}/value`,
        message: `The value of user attribute "${name}" must be a ${type}.`,
      }
  }
}

function* missingGroups(
  list: 'groups' | 'tenantGroups',
  sent: readonly string[],
  stored: Map<string, unknown>,
  defined: GroupDefinitions,
): Generator<SessionProblem> {
  const definedNames = new Set(names(defined))
  const missing = names(sent).filter((name) => !stored.has(name) && !definedNames.has(name))
  if (missing.length === 0) return
  const listed = missing.slice(0, maxProblems).join(', ')
  const message = `Groups with names ${listed}${missing.length > maxProblems ? `, and ${missing.length - maxProblems} more` : ''} not found`
  for (const name of missing) yield { code: 'groups_not_found', pointer: `/body/${list}/${sent.indexOf(name)}`, message }
}

function* problemsOfNames(body: GenerateSession, catalog: Catalog): Generator<SessionProblem> {
  yield* typeConflicts(body.userAttributeDefinitions ?? [], catalog)
  yield* missingAttributes(body, catalog)
  yield* missingGroups('groups', body.groups ?? [], catalog.groups, body.groupDefinitions ?? [])
  yield* missingGroups('tenantGroups', body.tenantGroups ?? [], catalog.tenantGroups, body.tenantGroupDefinitions ?? [])
  yield* oddValues(body, catalog)
}

/** The first conflicts of a request with the catalogs, its own definitions counted as made, in the order in which they are reported. */
export const nameProblems = (body: GenerateSession, catalog: Catalog): SessionProblem[] => firstProblems(problemsOfNames(body, catalog))

const differs = (sent: string | null | undefined, stored: string | null | undefined): boolean => sent != null && sent !== (stored ?? null)

const groupDiffers = (definitions: GroupDefinitions, stored: Catalog['groups']): boolean =>
  definitions.some(
    ({ name, description }) => !stored.has(name) || (description !== '' && differs(description, stored.get(name)?.description)),
  )

/** Whether the catalogs must change before the session can be minted: seldom, so it may take a transaction of its own. */
export const changesCatalog = (body: GenerateSession, catalog: Catalog): boolean =>
  (body.embedTenantName != null && !catalog.embedTenant) ||
  differs(body.embedTenantProfile?.displayName, catalog.embedTenant?.displayName) ||
  groupDiffers(body.groupDefinitions ?? [], catalog.groups) ||
  groupDiffers(body.tenantGroupDefinitions ?? [], catalog.tenantGroups) ||
  (body.userAttributeDefinitions ?? []).some((definition) => {
    const stored = catalog.attributes.get(definition.name)
    return (
      !stored ||
      differs(definition.displayName, stored.displayName) ||
      differs(definition.description, stored.description) ||
      differs(definition.defaultValue, stored.defaultValue)
    )
  })
