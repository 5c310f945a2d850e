export { type UnreferencedObjects, type StoredObject, markObjectReferenced } from './unreferenced-objects.ts'
export { collectObjects, removeExpiredUploads } from './collector.ts'
export { changeAt } from './change-at.ts'
export { createKeyedMutex, type KeyedMutex } from './keyed-mutex.ts'
export { openRepositoryEngine } from './open.ts'
export { checkDataFolder, makeWorkFolder, removeLeftWork, tryDataFolder } from './work-folder.ts'
export { repositoryName } from './repository-name.ts'
export type { OpenRepositories } from './repositories.ts'
export type {
  Requester,
  Edit,
  FileChange,
  Incoming,
  MergedTree,
  NewCommit,
  Pack,
  Person,
  RepositoryId,
  Repositories,
  Repository,
  RepositoryState,
  TreeEntry,
} from './types.ts'
