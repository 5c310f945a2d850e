import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Git } from '#adapters/git'
import type { ObjectStore } from '#adapters/object-store'
import { type Committed, commitIn, type Db, type Effect, inTransaction, type Pool } from '#db'
import { Failure } from '#kernel/failure'
import { startEdit } from './edit.ts'
import { openIncoming } from './incoming.ts'
import { createLocalCopies, type LocalCopy } from './local-copies.ts'
import { storePack } from './packs.ts'
import { advanceRepository, findRepositoryState, getOrigin, insertDeployBranch, insertRepository } from './repository-queries.ts'
import { repositoryName } from './repository-name.ts'
import { createKeyedMutex } from './keyed-mutex.ts'
import type { Requester, Edit, FileChange, RepositoryId, Repositories, RepositoryState } from './types.ts'

export type RepositoriesOptions = {
  pool: Pool
  store: ObjectStore
  /** Where this process keeps copies; nothing else uses it. */
  folder: string
  maxBytes: number
  gitOf: (tenantId: number) => Git
  node: string
  /** The files a new data model begins with. */
  starter: () => FileChange[]
  /** Told of every change that was committed. */
  onChanged: (repositoryId: RepositoryId, state: RepositoryState) => void
}

type Changing = Requester & { readonly effect: Effect }

export type OpenRepositories = Repositories & {
  /** The same for work of the node itself, outside any operation. */
  readAt: <T>(repositoryId: RepositoryId, signal: AbortSignal, work: (copy: LocalCopy, state: RepositoryState) => Promise<T>) => Promise<T>
  /** Holds the lock of this repository while the work runs: one change at a time on this node. */
  withLock: <T>(repositoryId: RepositoryId, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
  writeAt: <T, A>(
    requester: Changing,
    repositoryId: RepositoryId,
    work: (edit: Edit) => Promise<T>,
    conclude: (db: Db, value: T) => Promise<A>,
  ) => Promise<Committed<A>>
  close: () => Promise<void>
}

const maxAttempts = 5
const initialAuthor = { name: 'Facet', email: 'facet@localhost' }

const overtaken = (): Failure =>
  new Failure('service_unavailable', 'Others are changing this data model at the same time. Repeat the request in a moment.', {
    retryAfterSeconds: 1,
  })

/** Another change won the compare-and-set. This one has no effect. */
class Overtaken extends Error {}

export const openRepositories = (options: RepositoriesOptions): OpenRepositories => {
  const { pool, store, folder, node } = options
  const copies = createLocalCopies({ folder: join(folder, 'copies'), store, maxBytes: options.maxBytes, gitOf: options.gitOf })
  const mutex = createKeyedMutex()
  const editFolder = (): string => join(folder, 'edits', randomBytes(8).toString('hex'))

  /** One attempt on one state; throws Overtaken when it is not the state any more. */
  const attempt = async <T, A>(
    { signal, effect }: Changing,
    repositoryId: RepositoryId,
    state: RepositoryState,
    work: (edit: Edit) => Promise<T>,
    conclude: (db: Db, value: T) => Promise<A>,
  ): Promise<Committed<A>> =>
    copies.use(repositoryId, state, 'exact', async (copy) => {
      const open = await startEdit(editFolder(), copy, state, signal)
      try {
        const value = await work(open.edit)
        const change = await open.finish()
        const pack = change?.files ? await storePack(pool, store, repositoryId, change.files, signal) : null
        signal.throwIfAborted()
        const packs = pack ? [...state.packs, pack] : state.packs
        const committed = await effect(async (db) => {
          if (change && !(await advanceRepository(db, repositoryId, { from: state, packs, refs: change.refs, node }))) throw new Overtaken()
          return conclude(db, value)
        })
        if (pack && change?.files) copy.install(pack, change.files)
        if (change) options.onChanged(repositoryId, { ...state, packs, refs: change.refs })
        void open.discard()
        return committed
      } catch (error) {
        await open.discard()
        throw error
      }
    })

  const unlessOvertaken = (error: unknown): void => {
    if (!(error instanceof Overtaken)) throw error
  }

  const stateIn = (repositoryId: RepositoryId): Promise<RepositoryState | undefined> =>
    inTransaction(pool, repositoryId.tenantId, 'read only', (db) => findRepositoryState(db, repositoryId))

  const isInitialised = (state: RepositoryState | undefined): state is RepositoryState =>
    state !== undefined && Object.keys(state.refs).length > 0

  /** The first commit. The first reader makes it; of two at once, one loses the compare-and-set and reads the other's. */
  const initialise = async (repositoryId: RepositoryId, signal: AbortSignal): Promise<void> => {
    const empty = await inTransaction(pool, repositoryId.tenantId, 'read write', async (db) => {
      const origin = await getOrigin(db, repositoryId)
      await insertRepository(db, repositoryId)
      return { origin, state: await findRepositoryState(db, repositoryId) }
    })
    if (!empty.state || isInitialised(empty.state)) return
    const { deployBranch, creationMethod } = empty.origin
    // One that comes from elsewhere begins with nothing, so that nothing stands in its way.
    const changes = creationMethod === 'github' ? [] : options.starter()
    const work = async (edit: Edit): Promise<void> => {
      const commit = await edit.writeCommit({ parents: [], changes, message: 'Begin the data model', author: initialAuthor })
      edit.setRef(`heads/${deployBranch}`, commit)
    }
    const effect: Effect = (statements) => commitIn(pool, repositoryId.tenantId, statements)
    await attempt({ signal, effect }, repositoryId, empty.state, work, (db) => insertDeployBranch(db, repositoryId, deployBranch)).catch(
      unlessOvertaken,
    )
  }

  const load = async (repositoryId: RepositoryId, signal: AbortSignal, hasLock: boolean): Promise<RepositoryState> => {
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const state = await stateIn(repositoryId)
      if (isInitialised(state)) return state
      if (hasLock) await initialise(repositoryId, signal)
      else
        await withLock(repositoryId, signal, async () =>
          isInitialised(await stateIn(repositoryId)) ? undefined : initialise(repositoryId, signal),
        )
    }
    throw overtaken()
  }

  const withLock: OpenRepositories['withLock'] = async (repositoryId, signal, work) => {
    const release = await mutex.acquire(repositoryName(repositoryId), signal)
    try {
      return await work()
    } finally {
      release()
    }
  }

  const readAt: OpenRepositories['readAt'] = async (repositoryId, signal, work) => {
    const state = await load(repositoryId, signal, false)
    return copies.use(repositoryId, state, 'all', (copy) => work(copy, state))
  }

  const writeAt: OpenRepositories['writeAt'] = (requester, repositoryId, work, conclude) =>
    // Others wait until the transaction has ended: before that they would read the state from before and be overtaken.
    withLock(repositoryId, requester.signal, async () => {
      for (let attempts = 0; attempts < maxAttempts; attempts++) {
        const state = await load(repositoryId, requester.signal, true)
        const committed = await attempt(requester, repositoryId, state, work, conclude).catch(unlessOvertaken)
        if (committed) return committed
      }
      throw overtaken()
    })

  return {
    read: ({ signal }, access, work) =>
      readAt(access, signal, (copy, state) =>
        work({ state, gitDir: copy.gitDir, objects: copy.objects, listTree: copy.listTree, sha1Of: copy.sha1Of, derive: copy.derive }),
      ),
    gather: ({ signal }, access, work) =>
      readAt(access, signal, async (copy, state) => {
        const { incoming, discard } = await openIncoming(editFolder(), copy, state)
        try {
          return await work(incoming)
        } finally {
          await discard()
        }
      }),
    write: writeAt,
    readAt,
    withLock,
    writeAt,
    close: copies.close,
  }
}
