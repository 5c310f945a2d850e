import { readFileSync, type Stats, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { FastifyInstance } from 'fastify'

const pollMs = 1000

type TlsServer = { setSecureContext: (options: { cert: Buffer; key: Buffer }) => void }

/**
 * Takes a renewed certificate without a restart. Polled, because renewal tools replace files and links in ways that file
 * events miss. A pair that does not fit is reported and the old one kept: certificate and key are never written at one instant.
 */
export const reloadTlsOnChange = (
  app: FastifyInstance,
  tls: { certFile: string; keyFile: string },
  say: (message: string, error?: unknown) => void,
): (() => void) => {
  const reload = (now: Stats, before: Stats): void => {
    if (now.mtimeMs === before.mtimeMs && now.ino === before.ino) return
    try {
      const pair = { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile), minVersion: 'TLSv1.2' as const }
      createSecureContext(pair)
      ;(app.server as unknown as TlsServer).setSecureContext(pair)
      say('the TLS certificate was reloaded')
    } catch (error) {
      say('the TLS certificate changed and could not be used; the old one stays', error)
    }
  }
  const files = [tls.certFile, tls.keyFile]
  for (const file of files) watchFile(file, { interval: pollMs, persistent: false }, reload)
  return () => {
    for (const file of files) unwatchFile(file, reload)
  }
}
