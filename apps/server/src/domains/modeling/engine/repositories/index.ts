export { type LooseObjects, type StoredObject, takeObject } from './loose-objects.ts'
export { collectObjects, forgetUploads } from './collector.ts'
export { changeAt } from './change-at.ts'
export { openAuthoring } from './open.ts'
export { checkDataFolder, removeLeftWork, tryDataFolder } from './work-folder.ts'
export { repositoryName } from './repository-name.ts'
export type { OpenRepositories } from './repositories.ts'
export type {
  Asker,
  Edit,
  FileChange,
  Incoming,
  MergedTree,
  NewCommit,
  Pack,
  Person,
  Place,
  Repositories,
  Repository,
  RepositoryState,
  TreeEntry,
} from './types.ts'
