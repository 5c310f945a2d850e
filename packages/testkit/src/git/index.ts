/** Repositories that git itself made, a git host over HTTPS, and trees that no git would make. */
export { commitFolder } from './commit-folder.ts'
export { makeRepository, type TestRepository } from './git-repository.ts'
export { type GitServer, type Interceptor, startGitServer } from './git-server.ts'
export { writeCommitOf, writeDeepTree, writeFork, writeTreeBomb } from './hostile-trees.ts'
