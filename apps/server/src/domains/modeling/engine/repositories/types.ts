import type { DeploymentAccess } from '#access'
import type { FileChange, GitDir, MergedTree, NewCommit, ObjectReader, Person, TreeEntry } from '#adapters/git'
import type { Committed, Db, Effect } from '#db'
import type { Derive } from './derived.ts'

export type { FileChange, MergedTree, NewCommit, Person, TreeEntry }

/** Whose repository it is. A proof of access says so for an operation; work of the node itself says so by the row it found. */
export type RepositoryId = { readonly tenantId: number; readonly deploymentId: number }

/** One pack of a repository: where it is in the object store and what it must hash to. */
export type Pack = { key: string; sha256: string; size: number; indexKey: string; indexSha256: string }

/** What the row of a repository says; everything else about it follows from this. */
export type RepositoryState = {
  epoch: number
  version: number
  packs: Pack[]
  /** `heads/<branch>`: its head. `uploads/<branch>`: the commit of its last upload. `remotes/<branch>`: where the remote had it last. */
  refs: Record<string, string>
}

/** A repository as it was at one version, its objects at hand on this node. */
export type Repository = {
  readonly state: RepositoryState
  /** The bare repository on this node's disk: objects only. Refs are in the state. */
  readonly gitDir: GitDir
  readonly objects: ObjectReader
  /** Every file of a commit, in git's order. */
  listTree: (commit: string) => Promise<TreeEntry[]>
  /** The SHA-1 of a file's bytes, by the id git gives it. */
  sha1Of: (oid: string) => Promise<string>
  /** For what is asked of the same files again and again. */
  derive: Derive
}

/**
 * A change in the making. Nobody sees it until it is written. The work on it may run again on a newer state, so it has no
 * effects of its own.
 */
export type Edit = Repository & {
  /** Holds the new objects beside the old ones; for git commands that make some, such as a fetch. */
  readonly newGitDir: GitDir
  /** Reads the objects of this change too. */
  readonly newObjects: ObjectReader
  writeCommit: (commit: NewCommit) => Promise<string>
  /** Three-way merge of two commits; the tree has markers where they conflict, and blobs of each side are named by their ids. */
  mergeTrees: (ours: string, theirs: string) => Promise<MergedTree>
  /** The change is these refs; null removes one. */
  setRef: (name: string, commit: string | null) => void
}

/** Objects on their way in from elsewhere, gathered beside a repository: bringing them takes minutes, and nobody waits for it. */
export type Incoming = Pick<Repository, 'state'> & {
  /** A bare repository that sees the objects of the other; what arrives in it is its own. Each head of the state is a ref of it. */
  readonly gitDir: GitDir
  /** Puts what arrived into a change. It comes to nothing if the change sets no ref to it. */
  bringInto: (edit: Edit) => Promise<void>
}

/** Whoever asks has no transaction open: git and the object store may take long. */
export type Requester = { readonly signal: AbortSignal; readonly db?: never }

export type Repositories = {
  read: <T>(requester: Requester, access: DeploymentAccess, work: (repository: Repository) => Promise<T>) => Promise<T>
  /** Gone when the work ends, which may well write what arrived. */
  gather: <T>(requester: Requester, access: DeploymentAccess, work: (incoming: Incoming) => Promise<T>) => Promise<T>
  /**
   * Runs the work and puts its objects into the store; only then the effect opens its transaction, in which the refs are set by
   * compare-and-set and `conclude` adds the statements that belong to them: all of it is durable, or none. Overtaken by another
   * change, all of this is done again on the newer state.
   */
  write: <T, A>(
    requester: Requester & { readonly effect: Effect },
    access: DeploymentAccess,
    work: (edit: Edit) => Promise<T>,
    conclude: (db: Db, value: T) => Promise<A>,
  ) => Promise<Committed<A>>
}
