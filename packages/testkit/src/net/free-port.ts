import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

const tryPort = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A port of loopback that nobody listens on at this moment. */
export const freePort = (): Promise<number> => tryPort(0)

const lowest = 12_000

/** The same, for servers that cannot have the high numbers which the system gives out. */
export const freePortBelow = (highest: number): Promise<number> =>
  tryPort(randomInt(lowest, highest)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return freePortBelow(highest)
  })
