import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { SettingProblem } from '#kernel/system-errors'
import type { Space } from './arguments.ts'
import type { Wall } from './sandbox.ts'

const settingOf = async (path: string): Promise<string> => (await readFile(`/proc/sys/${path}`, 'utf8').catch(() => '')).trim()

/** What usually keeps the kernel from giving spaces to those who are not the superuser, as far as it tells. */
export const cureOfSpaces = async (): Promise<string> => {
  if ((await settingOf('kernel/apparmor_restrict_unprivileged_userns')) === '1')
    return 'AppArmor keeps it from programs without a profile, as on Ubuntu 23.10 and later: give bwrap a profile that allows userns (docs/operate/sandbox.md has it), or set kernel.apparmor_restrict_unprivileged_userns=0'
  if ((await settingOf('user/max_user_namespaces')) === '0') return 'set user.max_user_namespaces to 10000 or more with sysctl'
  if ((await settingOf('kernel/unprivileged_userns_clone')) === '0') return 'set kernel.unprivileged_userns_clone=1 with sysctl'
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv'))
    return 'this is a container: run it with a seccomp profile that allows unshare and clone with new spaces, and with /proc not masked (docs/operate/sandbox.md), or on the machine itself'
  return 'let the user who runs facet make user namespaces (docs/operate/sandbox.md)'
}

export const installBubblewrap = 'install the package bubblewrap, 0.8 or newer'

const protects: Record<Space, string> = {
  user: 'own users',
  pid: 'own processes',
  net: 'own network',
  ipc: 'own shared memory',
  uts: 'own host name',
  cgroup: 'own view of control groups',
}

export const wallOfSpace = (space: Space, problem: string | null, cure: string): Wall => ({
  name: protects[space],
  isUp: problem === null,
  reason: problem ?? `the kernel gives a ${space} namespace`,
  cure: problem === null ? '' : cure,
})

export const upWall = (name: string, reason: string): Wall => ({ name, isUp: true, reason, cure: '' })

export const describeWall = ({ name, reason, cure }: Wall): string => `${name}: ${reason}; ${cure}`

/** Every wall that is missing, with what to do about it. */
export const missingWalls = (walls: readonly Wall[], isWithout: string): SettingProblem =>
  new SettingProblem(
    'FACET_SANDBOX',
    `the sandbox lacks ${walls
      .filter(({ isUp }) => !isUp)
      .map(describeWall)
      .join('. It lacks ')}`,
    isWithout,
  )
