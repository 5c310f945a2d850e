import { makeRepository as makePlainRepository, type TestRepository } from '@facet/testkit/git'
import { createGit, type GitDir } from '#adapters/git'

/** With a way for the server's own git to act on it. */
export type OwnRepository = TestRepository & { dir: GitDir }

export const makeRepository = async (gitDir: string): Promise<OwnRepository> => ({
  ...(await makePlainRepository(gitDir)),
  dir: { path: gitDir, git: createGit() },
})
