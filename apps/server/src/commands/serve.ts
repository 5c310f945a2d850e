import { createLog, type Logger } from '#adapters/log'
import { removeLeftWork } from '#authoring'
import { type Config, type RoleName, roleNames } from '#config'
import { startApi } from '#roles/api'
import { startAuthoring } from '#roles/authoring'
import { openServices } from '#roles/services'
import { checksOf, runChecks } from './checks/index.ts'
import { UsageError } from './command.ts'

export const rolesFrom = (text: string | undefined): RoleName[] => {
  if (text === undefined) return [...roleNames]
  return text.split(',').map((name) => {
    const role = roleNames.find((known) => known === name.trim())
    if (!role) throw new UsageError(`--roles: there is no role "${name}". Known: ${roleNames.join(', ')}.`)
    return role
  })
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

/** What has to be put right before anything can be served is told at once, and nothing is opened. */
const preflight = async (config: Config, log: Logger): Promise<void> => {
  // What a killed process left may be all that fills the disk. A folder that cannot be read is for the check to name.
  await removeLeftWork(config.dataFolder).catch(() => undefined)
  const failed = (await runChecks(checksOf(config, { isServing: true }))).filter(({ isOk, isSkipped }) => !isOk && !isSkipped)
  const fatal = failed.filter(({ isTransient }) => !isTransient)
  const [first] = fatal
  if (fatal.length === 1 && first) throw new Error(first.detail)
  if (first) throw new Error(`${fatal.length} things are not right:\n${fatal.map(({ detail }) => `  - ${detail}`).join('\n')}`)
  for (const { name, detail } of failed) log.warn({ check: name }, detail)
}

/**
 * Runs the named roles until the signal; then they drain and close, and the ground under them last. All roles there are stand
 * behind one listener.
 */
export const serve = async (config: Config, chosen: RoleName[], signal: AbortSignal): Promise<void> => {
  const log = createLog(config.logLevel)
  await preflight(config, log)
  const { services, stop } = await openServices(config, log, chosen)
  let refusal: string | undefined
  try {
    const running = await startApi(services)
    const authoring = chosen.includes('authoring') ? startAuthoring(services) : null
    try {
      log.info({ roles: chosen, address: running.address, adminAddress: running.adminAddress }, 'serving')
      refusal = await Promise.race([services.ledger.stale, aborted(signal)])
      if (refusal !== undefined) log.fatal(refusal)
      log.info('stopping: requests under way are answered first')
    } finally {
      await authoring?.stop()
      await running.stop()
    }
  } finally {
    await stop()
  }
  log.info('stopped')
  log.flush()
  if (refusal !== undefined) throw new Error(refusal)
}
