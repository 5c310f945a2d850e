import type { Assembled, Row } from './assembled.ts'
import type { Fleet } from './fleet.ts'

/** Records every state of every repository with a trigger, because polling would miss states. */
export const recordHistory = async ({ installation }: Fleet): Promise<void> => {
  await installation.sql(
    'create table trial_history (tenant_id bigint, deployment_id bigint, version bigint, epoch bigint, packs jsonb, refs jsonb, at bigserial)',
  )
  await installation.sql(`create function trial_keep() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into trial_history values (new.tenant_id, new.deployment_id, new.version, new.epoch, new.packs, new.refs);
      return new;
    end $$`)
  await installation.sql('create trigger trial_keep after insert or update on repositories for each row execute function trial_keep()')
}

export const historyOf = async ({ installation, tenant }: Fleet, deploymentId: number): Promise<Row[]> => {
  const rows = await installation.sql<{ version: string; epoch: string; packs: Row['packs']; refs: Row['refs'] }>(
    'select version, epoch, packs, refs from trial_history where tenant_id = $1 and deployment_id = $2 order by at',
    [tenant.tenantId, deploymentId],
  )
  return rows.map(({ version, epoch, packs, refs }) => ({ version: Number(version), epoch: Number(epoch), packs, refs }))
}

const findBadSteps = (history: Row[]): string[] =>
  history.slice(1).flatMap((row, index) => {
    const before = history[index] as Row
    const problems: string[] = []
    if (row.version !== before.version + 1) problems.push(`version ${row.version} follows ${before.version}`)
    if (row.epoch < before.epoch) problems.push(`epoch ${row.epoch} follows ${before.epoch}`)
    return problems
  })

/** A removed pack may be deleted from the store, so it must not return. */
const findRevivedPacks = (history: Row[]): string[] => {
  const gone = new Set<string>()
  let before: string[] = []
  const problems: string[] = []
  for (const { version, packs } of history) {
    const keys = packs.map(({ key }) => key)
    problems.push(...keys.filter((key) => gone.has(key)).map((key) => `version ${version} brings back the pack ${key}`))
    for (const key of before) if (!keys.includes(key)) gone.add(key)
    before = keys
  }
  return problems
}

/** Each head must be an ancestor of the next. */
const findLostHeads = async (history: Row[], ref: string, { row, git }: Assembled): Promise<string[]> => {
  const last = row.refs[ref]
  if (!last) return [`${ref} is gone`]
  const fromNewest = (await git('rev-list', '--first-parent', last)).trim().split('\n')
  const depthOf = new Map(fromNewest.map((commit, depth) => [commit, depth]))
  const problems: string[] = []
  let before = Number.POSITIVE_INFINITY
  for (const { version, refs } of history) {
    const head = refs[ref]
    if (!head) continue
    const depth = depthOf.get(head)
    if (depth === undefined) problems.push(`the head of version ${version} is not in the history of ${ref}`)
    else if (depth > before) problems.push(`version ${version} sets ${ref} back`)
    before = depth ?? before
  }
  return problems
}

/** Invalid transitions in the history of a repository. */
export const findBreaches = async (history: Row[], branch: string, repository: Assembled): Promise<string[]> => [
  ...repository.problems,
  ...findBadSteps(history),
  ...findRevivedPacks(history),
  ...(await findLostHeads(history, `heads/${branch}`, repository).catch((error: unknown) => [String(error)])),
]
