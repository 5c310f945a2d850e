import { checkLimiter, openChildGroups } from '#adapters/children'
import { createGit, programPath } from '#adapters/git'
import { isStoreAway } from '#adapters/object-store'
import type { Config } from '#context'
import { checkDataFolder, tryDataFolder } from '#engine/modeling'
import { isDiskFull } from '#kernel/folders'
import { reasonOf, userName } from '#kernel/system-errors'
import { type Check, TransientProblem } from '#kernel/check'

const limiterCheck = (mode: Config['mode']): Check => ({
  name: 'limits on children',
  run: () => checkLimiter(mode, programPath),
})

const childGroupsCheck = (folder: string): Check => ({
  name: 'control groups',
  run: async () => {
    await openChildGroups(folder)
    return `${folder} bounds the memory of a command and all that it starts`
  },
})

// Merging without a working tree came with this one.
const oldestGit = [2, 38] as const
const needed = `${oldestGit.join('.')} or newer`

const findGit = async (): Promise<string> => {
  const { stdout } = await createGit()
    .run({ path: '/nonexistent', args: ['version'] })
    .catch((error: unknown) => {
      const cure = `Install git ${needed} into one of ${programPath.replaceAll(':', ', ')}: data models need it.`
      throw new TransientProblem(new Error(`git does not run: ${reasonOf(error)}. ${cure}`, { cause: error }))
    })
  return stdout.toString().trim()
}

/** Data models alone need it: everything else is served without. */
const gitCheck: Check = {
  name: 'git',
  dependsOn: ['limits on children'],
  run: async () => {
    const [, version = '', major = 0, minor = 0] = /(([0-9]+)[.]([0-9]+)[^ ]*)/.exec(await findGit()) ?? []
    const isOld = Number(major) < oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) < oldestGit[1])
    if (isOld) throw new TransientProblem(new Error(`git ${version} is here; ${needed} is needed for data models. Install it.`))
    return `git ${version}`
  },
}

type Options = { isServing: boolean }

const dataFolderCheck = (dataFolder: string, { isServing }: Options): Check => ({
  name: 'data folder',
  run: async () => {
    await (isServing ? checkDataFolder : tryDataFolder)(dataFolder).catch((error: unknown) => {
      throw error instanceof Error && (isStoreAway(error.cause) || isDiskFull(error.cause)) ? new TransientProblem(error) : error
    })
    return `the user "${userName()}" can write to ${dataFolder}`
  },
})

export const checks = ({ mode, git, dataFolder }: Config, options: Options): Check[] => [
  dataFolderCheck(dataFolder, options),
  limiterCheck(mode),
  ...(git.cgroup === null ? [] : [childGroupsCheck(git.cgroup)]),
  gitCheck,
]
