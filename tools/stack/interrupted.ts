/** A signal is heard between two steps only, so nothing is ever started without being written down: status and down find it. */
export const endBetweenSteps = (say: (line: string) => void): void => {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      say('interrupted; what was started so far runs on: pnpm stack up goes on from here, pnpm stack down stops it')
      // Nobody hears it any more, so it ends this process as whoever sent it expects.
      process.kill(process.pid, signal)
    })
}
