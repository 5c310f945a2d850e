import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Git } from '#adapters/git'
import type { ObjectStore } from '#adapters/object-store'
import { inTransaction, type Pool } from '#db'
import { Failure } from '#failure'
import { type Change, type OpenEdit, startEdit } from './edit.ts'
import { openIncoming } from './incoming.ts'
import { createLocalCopies, type LocalCopy } from './local-copies.ts'
import { storePack } from './packs.ts'
import {
  type Advance,
  advanceRepository,
  findRepositoryState,
  getOrigin,
  insertDeployBranch,
  insertRepository,
} from './repository-queries.ts'
import { createTurns } from './turns.ts'
import type { Asker, Edit, FileChange, Pack, Place, Repositories, RepositoryState } from './types.ts'

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

export type OpenRepositories = Repositories & {
  /** The same for work of the node itself, which no operation stands behind. */
  readAt: <T>(place: Place, signal: AbortSignal, work: (copy: LocalCopy, state: RepositoryState) => Promise<T>) => Promise<T>
  /** Waits until nobody is changing this repository and keeps others from it meanwhile. */
  inTurn: <T>(place: Place, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
  writeAt: <T>(asker: Asker, place: Place, work: (edit: Edit) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const mostAttempts = 5
const founder = { name: 'Facet', email: 'facet@localhost' }

const overtaken = (): Failure =>
  new Failure('service_unavailable', 'Others are changing this data model at the same time. Repeat the request in a moment.', {
    retryAfterSeconds: 1,
  })

type Done<T> = { value: T; install: ((isCommitted: boolean) => void) | null }

export const openRepositories = (options: RepositoriesOptions): OpenRepositories => {
  const { pool, store, folder, node } = options
  const copies = createLocalCopies({ folder: join(folder, 'copies'), store, maxBytes: options.mostBytes, gitOf: options.gitOf })
  const turns = createTurns()
  const nameOf = (place: Place): string => `${place.tenantId}-${place.deploymentId}`
  const editFolder = (): string => join(folder, 'edits', randomBytes(8).toString('hex'))

  /** One attempt on one state; null when another was quicker. */
  const attempt = async <T>(
    place: Place,
    state: RepositoryState,
    signal: AbortSignal,
    work: (edit: Edit) => Promise<T>,
    advance: (next: Advance) => Promise<boolean>,
  ): Promise<Done<T> | null> =>
    copies.use(place, state, 'exact', async (copy) => {
      const open = await startEdit(editFolder(), copy, state, signal)
      try {
        const value = await work(open.edit)
        const change = await open.finish()
        if (!change) {
          await open.discard()
          return { value, install: null }
        }
        const pack = change.files ? await storePack(pool, store, place, change.files, signal) : null
        signal.throwIfAborted()
        const packs = pack ? [...state.packs, pack] : state.packs
        if (!(await advance({ from: state, packs, refs: change.refs, node }))) {
          await open.discard()
          return null
        }
        return { value, install: installer(place, copy, open, change, pack, { ...state, packs, refs: change.refs }) }
      } catch (error) {
        await open.discard()
        throw error
      }
    })

  const installer =
    (place: Place, copy: LocalCopy, open: OpenEdit, change: Change, pack: Pack | null, next: RepositoryState) =>
    (isCommitted: boolean): void => {
      if (isCommitted && pack && change.files) copy.install(pack, change.files)
      void open.discard()
      if (isCommitted) options.onChanged(place, next)
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
    const advance = (next: Advance): Promise<boolean> =>
      inTransaction(pool, place.tenantId, 'read write', async (db) => {
        if (!(await advanceRepository(db, place, next))) return false
        await insertDeployBranch(db, place, deployBranch)
        return true
      })
    const done = await attempt(place, empty.state, signal, work, advance)
    done?.install?.(true)
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
    const release = await turns.take(nameOf(place), signal)
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

  const writeAt: OpenRepositories['writeAt'] = async (asker, place, work) => {
    const { db, signal } = asker
    const release = await turns.take(nameOf(place), signal)
    let install: Done<unknown>['install'] = null
    // Others wait until the transaction has ended: before that they would read the state from before and be overtaken.
    asker.atEnd((isCommitted) => {
      install?.(isCommitted)
      release()
    })
    for (let turn = 0; turn < mostAttempts; turn++) {
      const state = await load(place, signal, true)
      const done = await attempt(place, state, signal, work, (next) => advanceRepository(db, place, next))
      if (!done) continue
      install = done.install
      return done.value
    }
    throw overtaken()
  }

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
