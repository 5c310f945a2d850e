import { createLog, type LogDestination, type Logger } from '#adapters/log'
import type { RoleName } from '#config'
import type { Config } from '#context'
import { areas } from '#process/generated/areas'
import { startRoles } from '#process/roles'
import { openServices } from '#process/services'
import { checksOf, runChecks } from './checks/index.ts'
import { startPatiently } from './start-patiently.ts'

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })

/** What has to be put right before anything can be served is told at once, and nothing is opened. */
const preflight = async (config: Config, log: Logger, roles: readonly RoleName[]): Promise<void> => {
  // What cannot be removed is for the checks to name.
  for (const { cleanUp } of areas) await cleanUp?.(config).catch(() => undefined)
  const found = await runChecks(checksOf(config, { isServing: true, roles }))
  const failed = found.filter(({ isOk, isSkipped }) => !isOk && !isSkipped)
  const fatal = failed.filter(({ isTransient }) => !isTransient)
  const [first] = fatal
  if (fatal.length === 1 && first) throw new Error(first.detail)
  if (first) throw new Error(`${fatal.length} problems were found:\n${fatal.map(({ detail }) => `  - ${detail}`).join('\n')}`)
  for (const { name, detail } of [...failed, ...found.filter(({ isWarning }) => isWarning)]) log.warn({ check: name }, detail)
}

const start = async (config: Config, log: Logger, chosen: RoleName[]) => {
  const { services, tasks, stop } = await openServices(config, log, chosen)
  try {
    return { services, running: await startRoles(services, tasks, chosen), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Runs the named roles until the signal; then they drain and close, and what they stand on last. */
export const serve = async (
  config: Config,
  chosen: RoleName[],
  { signal, logTo }: { signal: AbortSignal; logTo?: LogDestination | undefined },
): Promise<void> => {
  const log = createLog(config.logLevel, logTo)
  await preflight(config, log, chosen)
  const { services, running, stop } = await startPatiently(log, () => start(config, log, chosen))
  let refusal: string | undefined
  try {
    log.info({ roles: chosen, address: running.api?.address, adminAddress: running.api?.adminAddress }, 'serving')
    refusal = await Promise.race([services.ledger.stale, aborted(signal)])
    if (refusal !== undefined) log.fatal(refusal)
    log.info('stopping: requests under way are answered first')
  } finally {
    await running.stop()
    await stop()
  }
  log.info('stopped')
  log.flush()
  if (refusal !== undefined) throw new Error(refusal)
}
