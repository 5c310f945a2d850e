import { profileOf, type ProfileRequest } from '#adapters/dbt'
import { openPackageAccess, type PackageSources } from './package-access.ts'
import { withoutCredentials } from './project-variables.ts'
import type { RunControl } from './run-control.ts'
import { RunFailure } from './run-failure.ts'
import { type DbtPhaseRequest, runInProject } from './run-in-project.ts'

export type InstallRequest = DbtPhaseRequest & Pick<ProfileRequest, 'warehouse' | 'targetSchema'> & { sources: PackageSources }

export type InstalledPackages = { installed: string[] }

const isOutage = (said: string): boolean =>
  /could not be reached|could not be resolved|timed? ?out|connection (refused|reset|closed)|error: 5\d\d|status 5\d\d|temporar/i.test(said)

/** What the guard refused says more than what git makes of it. */
const explained = (failure: RunFailure, refusals: readonly string[]): RunFailure => {
  const reasons = refusals.join(' ')
  const isTransient = isOutage(`${reasons} ${failure.dbtSaid}`)
  const { file, line, dbtSaid } = failure
  return new RunFailure(
    'deps',
    isTransient ? 'package_host_unreachable' : 'packages_failed',
    refusals.length === 0 ? failure.message : `Packages could not be installed: ${reasons}`.slice(0, 2000),
    { file, line, dbtSaid, isTransient, cause: failure },
  )
}

/** `dbt deps`, into the checkout. Packages that packages ask for come by the same ways. A project that names none needs no dbt for it. */
export const installPackages = async (request: InstallRequest, control: RunControl): Promise<InstalledPackages> => {
  const { checkout, sources, warehouse, target, targetSchema, variables } = request
  if (!checkout.hasPackages) return { installed: [] }
  const auth = sources.remote.auth
  const secrets = auth?.kind === 'token' ? { 'credential of the repository': auth.token } : {}
  const access = await openPackageAccess(sources, control.signal)
  const installed: string[] = []
  try {
    await runInProject(
      { ...request, secrets: { ...request.secrets, ...secrets } },
      {
        ...{ phase: 'deps', code: 'packages_failed', summary: 'Packages could not be installed', first: 'packages.yml' },
        args: ['deps'],
        profile: profileOf({ warehouse, target, targetSchema, variables: variables.database }),
        variables: withoutCredentials(variables),
        own: access.env,
        egress: access.egress,
        mounts: access.mounts,
        onLine: ({ name, message }, now) => {
          if (name !== 'DepsStartPackageInstall') return
          installed.push(now(message.replace(/^Installing /, '')))
        },
      },
      control,
    )
    return { installed }
  } catch (error) {
    throw error instanceof RunFailure && error.code === 'packages_failed' ? explained(error, access.refusals) : error
  } finally {
    await access.close()
  }
}
