import type { ItemKind, Level, LevelCaps } from './levels.ts'

/** The rule in memory, as the decision says it and without a thought for speed: what the database answers is compared with this. */
export type ModelItem = {
  id: number
  kind: ItemKind
  embedTenantId: number
  parentId: number | null
  ownerId: number | null
  name: string
  position: number
  createdAt: number
  updatedAt: number
}

export type ModelGrant = { itemId: number; granteeId: number; level: Exclude<Level, 0> }

export type ModelCaller = {
  embedTenantId: number
  ownerId: number | null
  organisationId: number | null
  granteeIds: number[]
  caps: LevelCaps
  isAdministrator: boolean
}

/** What the rule is made of; a test turns them off one by one, to see that it would be noticed. */
export const modelRules = [
  'owner',
  'group and person',
  'highest of a step',
  'inheritance',
  'nearest',
  'organisation',
  'caps',
  'administrator',
  'workspace',
  'on the way',
] as const
export type ModelRule = (typeof modelRules)[number]

export type Model = { items: ModelItem[]; grants: ModelGrant[]; without?: ModelRule | undefined }

const itemOf = ({ items }: Model, id: number): ModelItem | undefined => items.find((item) => item.id === id)

/** The item itself, then what contains it, up to the root. */
const chainOf = (model: Model, item: ModelItem): ModelItem[] => {
  const parent = item.parentId === null || model.without === 'inheritance' ? undefined : itemOf(model, item.parentId)
  return [item, ...(parent ? chainOf(model, parent) : [])]
}

const highest = (levels: number[]): Level => Math.max(0, ...levels) as Level

const granted = ({ grants }: Model, item: ModelItem, granteeIds: (number | null)[]): Level[] =>
  grants.filter((grant) => grant.itemId === item.id && granteeIds.includes(grant.granteeId)).map(({ level }) => level)

const saidTo = (model: Model, item: ModelItem, caller: ModelCaller): Level => {
  const isOwner = caller.ownerId !== null && item.ownerId === caller.ownerId && model.without !== 'owner'
  const said = [...(isOwner ? [3] : []), ...(model.without === 'group and person' ? [] : granted(model, item, caller.granteeIds))]
  return model.without === 'highest of a step' && said.length > 0 ? (Math.min(...said) as Level) : highest(said)
}

const saidToAll = (model: Model, item: ModelItem, caller: ModelCaller): Level =>
  model.without === 'organisation' || caller.organisationId === null ? 0 : highest(granted(model, item, [caller.organisationId]))

const nearest = (model: Model, said: Level[]): Level =>
  model.without === 'nearest' ? highest(said) : (said.find((level) => level > 0) ?? 0)

const isElsewhere = (model: Model, caller: ModelCaller, item: ModelItem): boolean =>
  item.embedTenantId !== caller.embedTenantId && model.without !== 'workspace'

export const modelLevel = (model: Model, caller: ModelCaller, item: ModelItem): Level => {
  if (isElsewhere(model, caller, item)) return 0
  const chain = chainOf(model, item)
  const toCaller = nearest(
    model,
    chain.map((step) => saidTo(model, step, caller)),
  )
  const toAll = nearest(
    model,
    chain.map((step) => saidToAll(model, step, caller)),
  )
  const level = caller.isAdministrator && model.without !== 'administrator' ? 3 : highest([toCaller, toAll])
  return model.without === 'caps' ? level : (Math.min(level, caller.caps[item.kind]) as Level)
}

/** Whether something below the folder is the caller's or was granted to them. */
export const modelLeads = (model: Model, caller: ModelCaller, folder: ModelItem): boolean =>
  model.without !== 'on the way' &&
  model.items.some(
    (item) =>
      item.id !== folder.id &&
      chainOf(model, item).some(({ id }) => id === folder.id) &&
      (saidTo(model, item, caller) > 0 || saidToAll(model, item, caller) > 0),
  )

export const modelSees = (model: Model, caller: ModelCaller, item: ModelItem): boolean =>
  !isElsewhere(model, caller, item) &&
  caller.caps[item.kind] > 0 &&
  (modelLevel(model, caller, item) > 0 || (item.kind === 'folder' && modelLeads(model, caller, item)))
