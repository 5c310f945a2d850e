import { createServer } from 'node:net'

const canListen = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    // A machine without IPv6 has nobody there either.
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT'))
    probe.listen({ port, host, ipv6Only: true }, () => probe.close(() => resolve(true)))
  })

/** Whether nobody listens there under either address that `localhost` has: whoever calls it by name may reach both. */
export const isFree = async (port: number): Promise<boolean> => (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'))

export const nextFreePort = async (from: number): Promise<number> => ((await isFree(from)) ? from : nextFreePort(from + 1))

/** The port that is wanted, or the next that is free; then it says so, for commands that name the first would reach somebody else. */
export const takePort = async (wanted: number, say: (line: string) => void): Promise<number> => {
  const port = await nextFreePort(wanted)
  if (port !== wanted) say(`another program listens on port ${wanted}, so Facet is on port ${port} instead`)
  return port
}
