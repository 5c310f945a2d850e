import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { BaseConfig } from '#config'
import { hasCode, reasonOf, SettingProblem, userName } from '#kernel/system-errors'
import { type Check, TransientProblem } from '#kernel/check'

const warnDays = 21
const dayMs = 86_400_000

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

const certificateProblem = (problem: string, error: unknown): SettingProblem =>
  new SettingProblem(
    'FACET_TLS_CERT_FILE',
    problem,
    'Name the file that begins with -----BEGIN CERTIFICATE-----, with the intermediate ones after it.',
    error,
  )

/** The certificate alone, so that its key is not blamed for it. */
const parse = (path: string, cert: Buffer): X509Certificate => {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(cert)
  } catch (error) {
    throw certificateProblem(`the file ${path} holds no certificate in PEM form`, error)
  }
  try {
    createSecureContext({ cert })
  } catch (error) {
    // X509Certificate also reads the binary form, which TLS does not.
    const problem = cert.includes('-----BEGIN CERTIFICATE-----') ? `cannot be used: ${reasonOf(error)}` : 'is not in PEM form'
    throw certificateProblem(`the certificate in ${path} ${problem}`, error)
  }
  return certificate
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

const counted = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

/** One that is renewed, or becomes valid, is taken without a restart. */
const requireValid = ({ validFromDate, validToDate }: X509Certificate, nowMs: number): void => {
  const problem = (text: string) => new TransientProblem(new Error(`FACET_TLS_CERT_FILE: the certificate ${text}`))
  if (validToDate.getTime() < nowMs)
    throw problem(`expired ${counted(Math.ceil((nowMs - validToDate.getTime()) / dayMs))} ago. Renew it; it is reloaded without a restart.`)
  if (validFromDate.getTime() > nowMs)
    throw problem(`is valid only from ${validFromDate.toISOString()} on. Use the one before until then, or correct the clock.`)
}

export const certificateCheck = ({ certFile, keyFile }: NonNullable<BaseConfig['tls']>): Check => ({
  name: 'certificate',
  run: async () => {
    const [cert, key] = [read('FACET_TLS_CERT_FILE', certFile), read('FACET_TLS_KEY_FILE', keyFile)]
    const certificate = parse(certFile, cert)
    requirePair(keyFile, cert, key)
    const nowMs = Date.now()
    requireValid(certificate, nowMs)
    const days = Math.floor((certificate.validToDate.getTime() - nowMs) / dayMs)
    return `valid for ${counted(days)}${days < warnDays ? ': renew it soon; it is reloaded without a restart' : ''}`
  },
})
