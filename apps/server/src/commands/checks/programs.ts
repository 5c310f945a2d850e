import { checkLimiter, openChildGroups } from '#adapters/children'
import { createGit, programPath } from '#adapters/git'
import type { Config } from '#config'
import { reasonOf } from '#system-errors'
import type { Check } from './check.ts'

export const limiterCheck = (mode: Config['mode']): Check => ({
  name: 'limits on children',
  look: () => checkLimiter(mode, programPath),
})

export const childGroupsCheck = (folder: string): Check => ({
  name: 'control groups',
  look: async () => {
    await openChildGroups(folder)
    return `${folder} bounds the memory of a command and all that it starts`
  },
})

// Merging without a working tree came with this one.
const oldestGit = [2, 38] as const

export const gitCheck: Check = {
  name: 'git',
  needs: ['limits on children'],
  look: async () => {
    const { stdout } = await createGit()
      .run({ path: '/nonexistent', args: ['version'] })
      .catch((error: unknown) => {
        throw new Error(
          `git does not run: ${reasonOf(error)}. Install git ${oldestGit.join('.')} or newer into one of ${programPath.replaceAll(':', ', ')}: data models need it.`,
          { cause: error },
        )
      })
    const [, version = '', major = 0, minor = 0] = /(([0-9]+)[.]([0-9]+)[^ ]*)/.exec(stdout.toString().trim()) ?? []
    const isOld = Number(major) < oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) < oldestGit[1])
    if (isOld) throw new Error(`git ${version} is here; ${oldestGit.join('.')} or newer is needed for data models.`)
    return `git ${version}`
  },
}
