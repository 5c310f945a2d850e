import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type LocalTls = { caFile: string; certFile: string; keyFile: string }

const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'pipe' })

/** A certificate for this machine's own names under a certificate authority made for this checkout alone. */
export const makeLocalTls = (folder: string): LocalTls => {
  const at = (name: string): string => join(folder, name)
  const tls = { caFile: at('ca.pem'), certFile: at('server.pem'), keyFile: at('server.key') }
  if (existsSync(tls.certFile)) return tls
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...curve, '-keyout', at('ca.key'), '-out', tls.caFile, '-days', '825', '-subj', '/CN=Facet local authority')
  openssl('req', ...curve, '-keyout', tls.keyFile, '-out', at('server.csr'), '-subj', '/CN=localhost')
  writeFileSync(at('names.ext'), 'subjectAltName=DNS:localhost,DNS:*.localhost,IP:127.0.0.1,IP:::1\nextendedKeyUsage=serverAuth\n')
  const signing = ['-CA', tls.caFile, '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '397', '-extfile', at('names.ext')]
  openssl('x509', '-req', '-in', at('server.csr'), '-out', tls.certFile, ...signing)
  return tls
}
