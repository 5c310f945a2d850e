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
import { createTurns } from './turns.ts'
import type { Asker, Edit, FileChange, Place, Repositories, RepositoryState } from './types.ts'

export type RepositoriesOptions = {
  pool: Pool
  store: ObjectStore
  /** Where this process keeps copies; nothing else uses it. */
  folder: string
  mostBytes: number
  gitOf: (tenantId: number) => Git
  node: string
  /** The files a new data model begins with. */
  starter: () => FileChange[]
  /** Told of every change that was committed. */
  onChanged: (place: Place, state: RepositoryState) => void
}

type Changing = Asker & { readonly effect: Effect }

export type OpenRepositories = Repositories & {
  /** The same for work of the node itself, which no operation stands behind. */
  readAt: <T>(place: Place, signal: AbortSignal, work: (copy: LocalCopy, state: RepositoryState) => Promise<T>) => Promise<T>
  /** Waits until nobody is changing this repository and keeps others from it meanwhile. */
  inTurn: <T>(place: Place, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
  writeAt: <T, A>(
    asker: Changing,
    place: Place,
    work: (edit: Edit) => Promise<T>,
    conclude: (db: Db, value: T) => Promise<A>,
  ) => Promise<Committed<A>>
  close: () => Promise<void>
}

const mostAttempts = 5
const founder = { name: 'Facet', email: 'facet@localhost' }

const overtaken = (): Failure =>
  new Failure('service_unavailable', 'Others are changing this data model at the same time. Repeat the request in a moment.', {
    retryAfterSeconds: 1,
  })

/** Another change was quicker. Nothing of this one stands. */
class Overtaken extends Error {}

export const openRepositories = (options: RepositoriesOptions): OpenRepositories => {
  const { pool, store, folder, node } = options
  const copies = createLocalCopies({ folder: join(folder, 'copies'), store, maxBytes: options.mostBytes, gitOf: options.gitOf })
  const turns = createTurns()
  const editFolder = (): string => join(folder, 'edits', randomBytes(8).toString('hex'))

  /** One attempt on one state; throws Overtaken when it is not the state any more. */
  const attempt = async <T, A>(
    { signal, effect }: Changing,
    place: Place,
    state: RepositoryState,
    work: (edit: Edit) => Promise<T>,
    conclude: (db: Db, value: T) => Promise<A>,
  ): Promise<Committed<A>> =>
    copies.use(place, state, 'exact', async (copy) => {
      const open = await startEdit(editFolder(), copy, state, signal)
      try {
        const value = await work(open.edit)
        const change = await open.finish()
        const pack = change?.files ? await storePack(pool, store, place, change.files, signal) : null
        signal.throwIfAborted()
        const packs = pack ? [...state.packs, pack] : state.packs
        const committed = await effect(async (db) => {
          if (change && !(await advanceRepository(db, place, { from: state, packs, refs: change.refs, node }))) throw new Overtaken()
          return conclude(db, value)
        })
        if (pack && change?.files) copy.install(pack, change.files)
        if (change) options.onChanged(place, { ...state, packs, refs: change.refs })
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

  const stateIn = (place: Place): Promise<RepositoryState | undefined> =>
    inTransaction(pool, place.tenantId, 'read only', (db) => findRepositoryState(db, place))

  const isFounded = (state: RepositoryState | undefined): state is RepositoryState =>
    state !== undefined && Object.keys(state.refs).length > 0

  /** The first commit. Whoever looks first makes it; when two do, one of them is overtaken and reads the other's. */
  const found = async (place: Place, signal: AbortSignal): Promise<void> => {
    const empty = await inTransaction(pool, place.tenantId, 'read write', async (db) => {
      const origin = await getOrigin(db, place)
      await insertRepository(db, place)
      return { origin, state: await findRepositoryState(db, place) }
    })
    if (!empty.state || isFounded(empty.state)) return
    const { deployBranch, creationMethod } = empty.origin
    // One that comes from elsewhere begins with nothing, so that nothing stands in its way.
    const changes = creationMethod === 'github' ? [] : options.starter()
    const work = async (edit: Edit): Promise<void> => {
      const commit = await edit.writeCommit({ parents: [], changes, message: 'Begin the data model', author: founder })
      edit.setRef(`heads/${deployBranch}`, commit)
    }
    const effect: Effect = (statements) => commitIn(pool, place.tenantId, statements)
    await attempt({ signal, effect }, place, empty.state, work, (db) => insertDeployBranch(db, place, deployBranch)).catch(unlessOvertaken)
  }

  const load = async (place: Place, signal: AbortSignal, hasTurn: boolean): Promise<RepositoryState> => {
    for (let turn = 0; turn < mostAttempts; turn++) {
      const state = await stateIn(place)
      if (isFounded(state)) return state
      if (hasTurn) await found(place, signal)
      else await inTurn(place, signal, async () => (isFounded(await stateIn(place)) ? undefined : found(place, signal)))
    }
    throw overtaken()
  }

  const inTurn: OpenRepositories['inTurn'] = async (place, signal, work) => {
    const release = await turns.take(repositoryName(place), signal)
    try {
      return await work()
    } finally {
      release()
    }
  }

  const readAt: OpenRepositories['readAt'] = async (place, signal, work) => {
    const state = await load(place, signal, false)
    return copies.use(place, state, 'all', (copy) => work(copy, state))
  }

  const writeAt: OpenRepositories['writeAt'] = (asker, place, work, conclude) =>
    // Others wait until the transaction has ended: before that they would read the state from before and be overtaken.
    inTurn(place, asker.signal, async () => {
      for (let turn = 0; turn < mostAttempts; turn++) {
        const state = await load(place, asker.signal, true)
        const committed = await attempt(asker, place, state, work, conclude).catch(unlessOvertaken)
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
    inTurn,
    writeAt,
    close: copies.close,
  }
}
