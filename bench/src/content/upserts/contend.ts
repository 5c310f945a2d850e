import type { Answer, Caller } from '../../harness/caller.ts'
import type { FacetProcess, Tenant } from '../../harness/installation.ts'
import { pause } from '../../harness/numbers.ts'
import type { Marks, Target } from './targets.ts'

/** An acknowledged write: the item it went to, what was sent, and what the answer showed of the item right behind it. */
export type Written = { itemId: number; sent: Marks; shown: Marks; order: number }

export type Contest = {
  written: Written[]
  /** Told to repeat: another made or deleted the item meanwhile. */
  refused: number
  /** Told to come back: they waited too long for a connection or for the others. */
  busy: number
  deleted: number[]
  /** Any other answer. */
  wrong: Pick<Answer, 'status' | 'code'>[]
}

export type Ground = { caller: Caller; tenant: Tenant; deploymentId: number; processes: FacetProcess[] }

export type Contention = {
  writers: number
  /** How many writes each of them gets through. */
  writesEach: number
  /** After each so many of all writes, the item is deleted. */
  deletedAfter: number
}

export const askAt = (
  { caller, tenant, deploymentId, processes }: Ground,
  place: number,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> =>
  caller.ask(processes[place % processes.length] as FacetProcess, {
    method,
    path: `/api/v1/deployments/${deploymentId}/${path}`,
    host: tenant.host,
    authorization: `Bearer ${tenant.adminKey}`,
    ...(body === undefined ? {} : { body }),
  })

const maxWrong = 20
const comesBackMs = 100

const isBusy = ({ status, retryAfter }: Answer): boolean => status === 503 && retryAfter !== null

/** Many writers of one name over all the processes, each until its writes got through, while the item is deleted again and again. */
export const contend = async (ground: Ground, target: Target, { writers, writesEach, deletedAfter }: Contention): Promise<Contest> => {
  const contest: Contest = { written: [], refused: 0, busy: 0, deleted: [], wrong: [] }
  const { written, deleted, wrong } = contest
  let deleting: Promise<void> | undefined

  const remove = async (itemId: number): Promise<void> => {
    const answer = await askAt(ground, deleted.length, 'DELETE', target.itemPath(itemId))
    if (answer.status === 200) deleted.push(itemId)
    else if (!isBusy(answer)) wrong.push({ status: answer.status, code: answer.code })
    deleting = undefined
  }

  const write = async (writer: number, attempt: number): Promise<boolean> => {
    const { body, marks } = target.written(writer, attempt)
    // A writer that comes back comes to another process.
    const answer = await askAt(ground, writer + attempt, 'PUT', target.path, body)
    if (answer.status === 409 && answer.code === 'upsert_branch_changed') {
      contest.refused++
      return false
    }
    if (isBusy(answer)) {
      contest.busy++
      await pause(comesBackMs)
      return false
    }
    if (answer.status !== 200) {
      wrong.push({ status: answer.status, code: answer.code })
      return false
    }
    const { marks: shown, order } = target.seen(answer.body)
    const itemId = Number(answer.body['id'])
    written.push({ itemId, sent: marks, shown, order })
    if (written.length % deletedAfter === 0 && !deleted.includes(itemId)) deleting ??= remove(itemId)
    return true
  }

  const work = async (_: unknown, writer: number): Promise<void> => {
    let done = 0
    for (let attempt = 1; done < writesEach && wrong.length < maxWrong; attempt++) if (await write(writer, attempt)) done++
  }
  await Promise.all(Array.from({ length: writers }).map(work))
  await deleting
  return contest
}
