import type { FacetProcess } from '../../harness/installation.ts'
import { type CallName, callOf } from './calls.ts'
import { type Answered, askAs, type Cast, type Person } from './people.ts'
import { addSets, type ContentSet } from './sets.ts'

/** What two requests at the same moment must not come to. */
export type Raced = { rounds: number; broken: string[] }

type Sent = { method: string; path: string; body?: unknown }
type Ask = (person: Person, sent: Sent) => Promise<Answered>

const isDone = ({ status }: Answered): boolean => status >= 200 && status < 300

/** Each of two folders is moved into the other. */
const moveIntoEachOther = async (ask: Ask, { people, deploymentId }: Cast, { folder, target }: ContentSet): Promise<string[]> => {
  const move = (id: number, folderId: number) =>
    ask(people.owner, {
      method: 'POST',
      path: `/api/v1/deployments/${deploymentId}/workspace/move`,
      body: { type: 'FOLDER', id, folderId },
    })
  const answers = await Promise.all([move(folder, target), move(target, folder)])
  return answers.filter(isDone).length === 1 ? [] : [`moves into each other: ${answers.map(({ status }) => status).join(', ')}`]
}

/** A folder is deleted while somebody puts a folder and a workbook into it: a folder in it keeps it, and nothing lies in what is gone. */
const fillWhileDeleted = async (ask: Ask, cast: Cast, set: ContentSet): Promise<string[]> => {
  const call = (person: Person, name: CallName) => ask(person, callOf(name, set, cast))
  const { owner, keeper } = cast.people
  const [deleted, folder, workbook] = await Promise.all([
    call(owner, 'deleteFolder'),
    call(keeper, 'createFolder'),
    call(keeper, 'createWorkbook'),
  ])
  const statuses = [deleted, folder, workbook].map(({ status }) => status)
  const isSound = isDone(deleted) !== isDone(folder) && statuses.every((status) => status < 500)
  return isSound ? [] : [`filled while deleted: ${statuses.join(', ')}`]
}

/** A share ends while it is used: what is asked once it has ended is refused. */
const publishWhileUnshared = async (ask: Ask, cast: Cast, set: ContentSet): Promise<string[]> => {
  const { owner, editor } = cast.people
  const publish = () => ask(editor, callOf('publishDashboard', set, cast))
  const unshare = { resourceType: 'Folder', resourceId: set.folder, userId: editor.id }
  const [first, ended] = await Promise.all([
    publish(),
    ask(owner, { method: 'PUT', path: '/api/v1/resource-policies/user', body: unshare }),
  ])
  const later = await publish()
  const isSound = isDone(ended) && later.status === 404 && first.status < 500
  return isSound ? [] : [`published while unshared: ${[first, ended, later].map(({ status }) => status).join(', ')}`]
}

/** Items whose way up ends nowhere. */
const findLost = async ({ world }: Cast): Promise<number> => {
  const [row] = await world.installation.sql<{ lost: string }>(
    `with recursive up as (
       select id as item_id, parent_id, 0 as steps from content_items where tenant_id = $1
       union all
       select u.item_id, i.parent_id, u.steps + 1 from up u join content_items i on i.tenant_id = $1 and i.id = u.parent_id where u.steps < 20
     )
     select (select count(*) from content_items where tenant_id = $1) - (select count(*) from up where parent_id is null) as lost`,
    [world.tenant.tenantId],
  )
  return Number(row?.lost)
}

export const tryRaces = async (facet: FacetProcess, cast: Cast, next: () => number, rounds: number): Promise<Raced> => {
  const ask: Ask = (person, sent) => askAs(facet, person, sent)
  const kinds = [moveIntoEachOther, fillWhileDeleted, publishWhileUnshared]
  const plan = { place: 'console', shared: 'nobody', allowEmbed: true } as const
  const sets = await addSets(
    cast,
    next,
    Array.from({ length: rounds * kinds.length }, () => plan),
  )
  const broken: string[] = []
  for (const [index, set] of sets.entries()) {
    const race = kinds[index % kinds.length]
    if (race) broken.push(...(await race(ask, cast, set)))
  }
  const lost = await findLost(cast)
  if (lost > 0) broken.push(`${lost} items without a way to the root`)
  return { rounds: sets.length, broken }
}
