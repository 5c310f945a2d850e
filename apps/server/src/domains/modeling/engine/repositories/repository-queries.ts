import { type Db, sql } from '#db'
import { Failure } from '#kernel/failure'
import type { Pack, RepositoryId, RepositoryState } from './types.ts'

// A write takes seconds; a node that slept longer than this finds its objects claimed and starts over.
const pendingHours = 24

const one = ({ tenantId, deploymentId }: RepositoryId) => ({ tenant_id: tenantId, deployment_id: deploymentId })

export const findRepositoryState = async (db: Db, repositoryId: RepositoryId): Promise<RepositoryState | undefined> => {
  const row = await db
    .selectFrom('repositories')
    .select(['epoch', 'version', 'packs', 'refs'])
    .where((where) => where.and(one(repositoryId)))
    .executeTakeFirst()
  return row && { epoch: row.epoch, version: row.version, packs: row.packs as unknown as Pack[], refs: row.refs as Record<string, string> }
}

/** What the first commit of a repository depends on. */
export const getOrigin = async (db: Db, repositoryId: RepositoryId): Promise<{ deployBranch: string; creationMethod: string | null }> => {
  const row = await db
    .selectFrom('deployments')
    .select(['deploy_branch_name', 'creation_method'])
    .where('tenant_id', '=', repositoryId.tenantId)
    .where('id', '=', repositoryId.deploymentId)
    .executeTakeFirst()
  if (!row)
    throw new Failure('deployment_not_found', `Deployment ${repositoryId.deploymentId} was not found. It may have just been deleted.`)
  return { deployBranch: row.deploy_branch_name, creationMethod: row.creation_method }
}

export const insertRepository = (db: Db, repositoryId: RepositoryId) =>
  db
    .insertInto('repositories')
    .values(one(repositoryId))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const insertDeployBranch = (db: Db, repositoryId: RepositoryId, name: string) =>
  db
    .insertInto('branches')
    .values({ ...one(repositoryId), name, kind: 'shared' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Objects that are about to be written: listed as nobody's until a row refers to them. */
export const listUnreferenced = (db: Db, repositoryId: RepositoryId, keys: string[]) =>
  db
    .insertInto('unreferenced_objects')
    .values(
      keys.map((key) => ({ tenant_id: repositoryId.tenantId, key, due_at: sql<Date>`now() + make_interval(hours => ${pendingHours})` })),
    )
    .execute()

/** Takes objects off the list because a row refers to them now; gives how many of them were still there to be taken. */
export const markReferenced = async (db: Db, repositoryId: RepositoryId, keys: string[]): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('unreferenced_objects')
    .where('tenant_id', '=', repositoryId.tenantId)
    .where('key', 'in', keys)
    .where('is_claimed', '=', false)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const keysOf = (packs: Pack[]): string[] => packs.flatMap(({ key, indexKey }) => [key, indexKey])

const release = async (db: Db, repositoryId: RepositoryId, keys: string[]): Promise<void> => {
  if (keys.length === 0) return
  await db
    .insertInto('unreferenced_objects')
    .values(keys.map((key) => ({ tenant_id: repositoryId.tenantId, key, due_at: sql<Date>`now() + facet_restore_period()` })))
    .execute()
}

export type Advance = { from: RepositoryState; packs: Pack[]; refs: Record<string, string>; node: string }

/**
 * The compare-and-set: false when another has moved the repository since `from` was read, and then nothing happened. New packs
 * are taken off the list of unreferenced objects in the same statement; one the collector has claimed meanwhile undoes everything.
 */
export const advanceRepository = async (db: Db, repositoryId: RepositoryId, { from, packs, refs, node }: Advance): Promise<boolean> => {
  const before = new Set(keysOf(from.packs))
  const after = new Set(keysOf(packs))
  const added = [...after].filter((key) => !before.has(key))
  const { rows } = await sql<{ moved: number; taken: number }>`
    with moved as (
      update repositories set
        version = version + 1,
        epoch = epoch + (owner_node is distinct from ${node})::int,
        owner_node = ${node},
        packs = ${JSON.stringify(packs)}::jsonb,
        refs = ${JSON.stringify(refs)}::jsonb,
        updated_at = now()
      where tenant_id = ${repositoryId.tenantId} and deployment_id = ${repositoryId.deploymentId} and version = ${from.version} and epoch = ${from.epoch}
      returning version
    ), taken as (
      delete from unreferenced_objects
      where tenant_id = ${repositoryId.tenantId} and key = any(${added}::text[]) and not is_claimed and exists (select from moved)
      returning key
    )
    select (select count(*) from moved)::int as moved, (select count(*) from taken)::int as taken`.execute(db)
  const [outcome] = rows
  if (!outcome?.moved) return false
  if (outcome.taken !== added.length)
    throw new Failure('service_unavailable', 'The change took too long and was abandoned. Repeat the request.', { retryAfterSeconds: 1 })
  await release(
    db,
    repositoryId,
    [...before].filter((key) => !after.has(key)),
  )
  return true
}
