import { execFile } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Certificates = {
  certFile: string
  keyFile: string
  /** Puts a new certificate or a new key or both in place, as renewal tools do: written beside and moved over. */
  renew: (name: string, parts?: { cert?: boolean; key?: boolean }) => Promise<void>
  /** Another certificate of the same key, valid between these days (YYYYMMDD); gives its file. */
  dated: (from: string, to: string) => Promise<string>
  remove: () => void
}

// Only the program for authorities makes certificates for any days.
const authority =
  '[ca]\ndefault_ca=own\n[own]\ndatabase=index.txt\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256\npolicy=any\n[any]\n'

/** A certificate for localhost, and for other names if given, of our own making, in a folder of its own. */
export const makeCertificates = async (name: string, hosts: readonly string[] = []): Promise<Certificates> => {
  const folder = mkdtempSync(join(tmpdir(), 'facet-tls-'))
  const certFile = join(folder, 'tls.crt')
  const keyFile = join(folder, 'tls.key')
  const renew: Certificates['renew'] = async (commonName, { cert = true, key = true } = {}) => {
    const made = { cert: join(folder, 'new.crt'), key: join(folder, 'new.key') }
    const names = ['DNS:localhost', 'IP:127.0.0.1', ...hosts.map((host) => `DNS:${host}`)]
    const subject = ['-subj', `/CN=${commonName}`, '-addext', `subjectAltName=${names.join(',')}`]
    const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']
    await run('openssl', [...kind, '-keyout', made.key, '-out', made.cert, ...subject])
    if (key) renameSync(made.key, keyFile)
    if (cert) renameSync(made.cert, certFile)
  }
  const dated: Certificates['dated'] = async (from, to) => {
    const at = { cwd: folder }
    writeFileSync(join(folder, 'authority.cnf'), `${authority}commonName=supplied\n`)
    writeFileSync(join(folder, 'index.txt'), '')
    await run('openssl', ['req', '-new', '-key', keyFile, '-subj', `/CN=${name}`, '-out', 'request.csr'], at)
    const days = ['-startdate', `${from}000000Z`, '-enddate', `${to}000000Z`]
    const files = ['-config', 'authority.cnf', '-in', 'request.csr', '-keyfile', keyFile, '-out', 'dated.crt']
    await run('openssl', ['ca', '-selfsign', '-batch', '-notext', ...files, ...days], at)
    return join(folder, 'dated.crt')
  }
  await renew(name)
  return { certFile, keyFile, renew, dated, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
