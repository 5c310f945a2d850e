import { DefaultLogger, Runtime } from '@temporalio/worker'

/** One for the process, whoever comes first. Signals are the process's own business. */
export const installRuntime = (onWarning: (message: string) => void): void => {
  try {
    Runtime.install({
      shutdownSignals: [],
      logger: new DefaultLogger('WARN', ({ message, meta }) =>
        onWarning(`${message}${meta?.['error'] ? `: ${String(meta['error'])}` : ''}`),
      ),
      telemetryOptions: { logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} } },
    })
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'IllegalStateError') throw error
  }
}
