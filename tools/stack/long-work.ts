import { join } from 'node:path'
import { chooseTemporalPorts, findTemporal, isTemporalUp, type TemporalPorts, temporalProgram } from '@facet/testkit/temporal'
import { startSomewhere, watchLog } from './another-port.ts'
import { isListening } from './listening.ts'
import { isRunning, startDetached, until } from './processes.ts'
import { folder, isNew, root, type Stack, writeStack } from './state.ts'

type Chosen = Pick<Stack, 'temporalAddress' | 'temporalPorts' | 'temporalServer'>

/** Chosen once, like the other ports. */
export const chooseLongWork = async (): Promise<Chosen> => {
  if (findTemporal() === null) return { temporalAddress: null, temporalPorts: null, temporalServer: null }
  const ports = await chooseTemporalPorts()
  return { temporalAddress: `127.0.0.1:${ports.frontend}`, temporalPorts: ports, temporalServer: null }
}

const off = 'no Temporal is installed (tools/setup does it): long work, builds and syncs, is off'

const logFile = join(folder, 'temporal.log')

const start = async (stack: Stack, ports: TemporalPorts): Promise<void> => {
  if (!isRunning(stack.temporalServer)) {
    // Of the superuser: it makes databases of its own beside ours.
    const { command, env } = await temporalProgram(join(folder, 'temporal'), stack.postgresUrl, ports)
    stack.temporalServer = startDetached(command, env, logFile, root)
    writeStack(stack)
  }
  const { temporalServer } = stack
  await until('Temporal answering', 120_000, async () => {
    if (!isRunning(temporalServer)) throw new Error('Temporal stopped at once; the end of .stack/temporal.log says why.')
    return (await isListening(temporalServer, ports.http)) && isTemporalUp(`http://127.0.0.1:${ports.http}`)
  })
}

export const startLongWork = async (stack: Stack, say: (line: string) => void): Promise<void> => {
  // A stack from before there was a Temporal gets one now.
  if (stack.temporalPorts === null && findTemporal() !== null) Object.assign(stack, await chooseLongWork())
  const ports = stack.temporalPorts
  if (ports === null || findTemporal() === null) {
    Object.assign(stack, { temporalAddress: null, temporalPorts: null })
    return say(off)
  }
  if (!isRunning(stack.temporalServer)) say('starting Temporal …')
  await startSomewhere({
    start: () => start(stack, stack.temporalPorts ?? ports),
    move: isNew(stack) ? async () => void Object.assign(stack, await chooseLongWork()) : null,
    written: watchLog(logFile),
  })
}

export const longWorkSettings = ({ temporalAddress }: Stack): Record<string, string> =>
  temporalAddress === null ? {} : { FACET_TEMPORAL_ADDRESS: temporalAddress }
