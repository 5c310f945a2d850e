import { rm } from 'node:fs/promises'
import { openPackageGuard, openSshAgent, type PackageHost, type Remote, settingsOf } from '#adapters/git'
import { type HostGuard, type Outbound, readRemoteUrl } from '#adapters/outbound'
import { checkRunFolder, type Egress, guardedDial, makeOwnerFolder, type SandboxMount } from '#adapters/sandbox'

export type PackageSources = {
  outbound: Outbound & HostGuard
  caFile: string | null
  /** Where processes have folders for sockets, which are found again when one of them died. */
  runFolder: string
  /** The repository of the project: packages on its host are read with its credential. */
  remote: Remote
  /** Other hosts with repositories that everybody may read. */
  publicHosts?: readonly string[]
}

export type PackageAccess = {
  egress: Egress[]
  mounts: SandboxMount[]
  env: Record<string, string>
  refusals: readonly string[]
  close: () => Promise<void>
}

const standardPublicHosts = ['github.com', 'gitlab.com', 'bitbucket.org']
/** Where dbt asks for packages by name, and where those are sent from. */
const hubHosts = ['hub.getdbt.com', 'codeload.github.com']
const httpsPort = 443

const hostsOf = ({ remote, publicHosts = standardPublicHosts }: PackageSources): PackageHost[] => {
  const url = readRemoteUrl(remote.url, ['https', 'ssh'])
  const open = publicHosts.map((host) => ({ host, port: httpsPort }))
  if ('problem' in url || url.kind !== 'https' || remote.auth?.kind === 'sshKey') return open
  const token = remote.auth ? { token: { user: remote.auth.user ?? 'x-token-auth', token: remote.auth.token } } : {}
  return [{ host: url.host, port: url.port, ...token }, ...open.filter(({ host }) => host !== url.host)]
}

const gitEnvironment = (settings: [string, string][]): Record<string, string> => ({
  ...settingsOf([
    ...settings,
    ['core.hooksPath', '/dev/null'],
    ['http.followRedirects', 'false'],
    ['credential.helper', ''],
    ['transfer.fsckObjects', 'true'],
    ['safe.directory', '*'],
  ]),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'http:ssh',
})

const sshAccess = async ({ remote, outbound }: PackageSources, folder: string) => {
  const url = readRemoteUrl(remote.url, ['https', 'ssh'])
  if ('problem' in url || url.kind !== 'ssh' || remote.auth?.kind !== 'sshKey') return null
  const { privateKey, hostKeys } = remote.auth
  const agent = await openSshAgent({ folder, host: url.host, user: url.user ?? 'git', privateKey, hostKeys })
  return { agent, egress: { host: url.host, port: url.port, dial: guardedDial(outbound, url.host, url.port) } }
}

/** The ways by which packages come in. No credential is inside: one is added by the guard, the other signs by an agent. */
export const openPackageAccess = async (sources: PackageSources, signal: AbortSignal): Promise<PackageAccess> => {
  const { outbound, caFile, runFolder } = sources
  await checkRunFolder(runFolder)
  const { folder } = await makeOwnerFolder(runFolder)
  const open: { close: () => Promise<void> }[] = []
  const close = async (): Promise<void> => {
    await Promise.allSettled(open.map((each) => each.close()))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const guard = await openPackageGuard({ outbound, caFile, hosts: hostsOf(sources), folder, signal })
    open.push(guard)
    const ssh = await sshAccess(sources, folder)
    if (ssh) open.push(ssh.agent)
    const hub = hubHosts.map((host) => ({ host, port: httpsPort, dial: guardedDial(outbound, host, httpsPort) }))
    return {
      egress: [guard.egress, ...hub, ...(ssh ? [ssh.egress] : [])],
      mounts: ssh?.agent.mounts ?? [],
      env: { ...gitEnvironment(guard.settings), ...ssh?.agent.env },
      refusals: guard.refusals,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
