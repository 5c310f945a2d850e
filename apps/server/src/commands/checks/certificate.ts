import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Config } from '#config'
import { hasCode, reasonOf, SettingProblem, userName } from '#system-errors'
import { type Check, TransientProblem } from './check.ts'

const warnDays = 21

const read = (variable: string, path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (error) {
    const cure = hasCode(error, 'EACCES', 'EPERM')
      ? `Let it be read by that user: setfacl -m u:${userName()}:r ${path}, or give it to a group of that user.`
      : 'Correct the path, or put the file there.'
    throw new SettingProblem(variable, `the file ${path} cannot be read: ${reasonOf(error)}`, cure, error)
  }
}

const parse = (path: string, bytes: Buffer): X509Certificate => {
  try {
    return new X509Certificate(bytes)
  } catch (error) {
    throw new SettingProblem(
      'FACET_TLS_CERT_FILE',
      `the file ${path} holds no certificate in PEM form`,
      'Name the file that begins with -----BEGIN CERTIFICATE-----, with the intermediate ones after it.',
      error,
    )
  }
}

const requirePair = (keyFile: string, cert: Buffer, key: Buffer): void => {
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    const isOther = hasCode(error, 'ERR_OSSL_X509_KEY_VALUES_MISMATCH')
    const problem = isOther
      ? 'is not the key of the certificate in FACET_TLS_CERT_FILE'
      : 'is not a private key in PEM form without a passphrase'
    throw new SettingProblem(
      'FACET_TLS_KEY_FILE',
      `what is in ${keyFile} ${problem}`,
      'Name the key that the certificate was made with.',
      error,
    )
  }
}

export const certificateCheck = ({ certFile, keyFile }: NonNullable<Config['tls']>): Check => ({
  name: 'certificate',
  look: async () => {
    const [cert, key] = [read('FACET_TLS_CERT_FILE', certFile), read('FACET_TLS_KEY_FILE', keyFile)]
    const certificate = parse(certFile, cert)
    requirePair(keyFile, cert, key)
    const days = Math.floor((certificate.validToDate.getTime() - Date.now()) / 86_400_000)
    // One that is renewed is taken without a restart.
    if (days < 0)
      throw new TransientProblem(
        new Error(`FACET_TLS_CERT_FILE: the certificate expired ${-days} days ago. Renew it; it is reloaded without a restart.`),
      )
    return `valid for ${days} days${days < warnDays ? ': renew it soon; it is reloaded without a restart' : ''}`
  },
})
