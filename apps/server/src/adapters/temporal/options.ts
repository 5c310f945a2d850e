/** Where Temporal is, and as whom it is asked. */
export type TemporalOptions = {
  address: string
  namespace: string
  /** Null: without TLS, for a server on the same machine or network of its own. */
  tls: { ca: string | null; certificate: string | null; key: string | null } | null
}

/** Seals what leaves the process, and opens what comes back. */
export type Sealer = { seal: (plain: Buffer) => Promise<Buffer>; open: (sealed: Buffer) => Promise<Buffer> }

/** Where every worker looks for work. */
export const taskQueue = 'facet'

/** Where only one process looks: for steps that share its disk. */
export const nodeQueueOf = (nodeId: string): string => `${taskQueue}-${nodeId}`

type ConnectionTls = { serverRootCACertificate?: Buffer; clientCertPair?: { crt: Buffer; key: Buffer } }

/** As both kinds of connections of the SDK want it. */
export const connectionTo = ({ address, tls }: TemporalOptions): { address: string; tls: ConnectionTls | false } => ({
  address,
  tls: tls !== null && {
    ...(tls.ca === null ? {} : { serverRootCACertificate: Buffer.from(tls.ca) }),
    ...(tls.certificate === null || tls.key === null
      ? {}
      : { clientCertPair: { crt: Buffer.from(tls.certificate), key: Buffer.from(tls.key) } }),
  },
})
