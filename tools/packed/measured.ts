import type { Ran, Unprivileged } from './unprivileged.ts'

export type Measured = Ran & { seconds: number; processorSeconds: number }

const tries = 3
const maxSeconds = 10

const measure = async (user: Unprivileged, command: string, env: Record<string, string>): Promise<Measured> => {
  const startedMs = performance.now()
  const { code, stdout, stderr } = await user.run(`TIMEFORMAT=$'\\nprocessor %U %S'; time ${command}`, env)
  const [, own = '', , system = ''] = /\nprocessor ((\d|\.)+) ((\d|\.)+)\n$/.exec(stderr) ?? []
  return {
    code,
    stdout,
    stderr: stderr.replace(/\nprocessor .*\n$/, ''),
    seconds: (performance.now() - startedMs) / 1000,
    processorSeconds: Number(own) + Number(system),
  }
}

/** The address to listen on is the last thing that `serve` takes: it has started all else by then, which costs nearly two runs of doctor. */
const maxProcessor = 3

/** How long something may take: not as long as a wait, and no more of the processor than a few runs of a doctor that finds no fault took here. */
export type Quickness = (measured: Measured) => boolean

export const quickAgainst =
  (healthy: Measured): Quickness =>
  ({ seconds, processorSeconds }) =>
    seconds < maxSeconds && processorSeconds > 0 && processorSeconds < maxProcessor * healthy.processorSeconds

/** Runs a command and measures it. Where the machine was busy with others it is run again: what turns in a circle does so each time. */
export const runMeasured = async (
  user: Unprivileged,
  command: string,
  env: Record<string, string>,
  isQuick: Quickness = () => true,
  left = tries,
): Promise<Measured> => {
  const measured = await measure(user, command, env)
  return isQuick(measured) || left === 1 ? measured : runMeasured(user, command, env, isQuick, left - 1)
}
