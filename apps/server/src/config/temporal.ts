import { certificates, readSettingFile } from './files.ts'
import type { Reader } from './reader.ts'
import type { SettingName } from './setting-names.ts'

export type TemporalConfig = {
  address: string
  namespace: string
  tls: { ca: string | null; certificate: string | null; key: string | null } | null
}

const address = (text: string): string => {
  const port = Number(/^(?:\[[0-9a-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text)?.[1] ?? 0)
  if (port < 1 || port > 65_535) throw new Error(`"${text}" is not host:port, such as temporal.internal:7233.`)
  return text
}

const namespace = (text: string): string => {
  if (!/^[A-Za-z0-9][\w.-]{1,254}$/.test(text)) throw new Error(`"${text}" is not the name of a namespace, such as facet.`)
  return text
}

const privateKey = (path: string): string => {
  const text = readSettingFile(path)
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) throw new Error(`the file ${path} holds no private key in PEM form.`)
  return text
}

/** Where long work is kept. Without an address there is none, and everything else is served. */
export const readTemporal = (read: Reader<SettingName>): TemporalConfig | null => {
  const [hasCertificate, hasKey] = [read.text('FACET_TEMPORAL_TLS_CERT_FILE') !== null, read.text('FACET_TEMPORAL_TLS_KEY_FILE') !== null]
  if (hasCertificate !== hasKey) read.problems.push('FACET_TEMPORAL_TLS_CERT_FILE and FACET_TEMPORAL_TLS_KEY_FILE: set both, or neither.')
  const ca = read.parse('FACET_TEMPORAL_TLS_CA_FILE', null, certificates)
  const certificate = read.parse('FACET_TEMPORAL_TLS_CERT_FILE', null, certificates)
  const key = read.parse('FACET_TEMPORAL_TLS_KEY_FILE', null, privateKey)
  const named = {
    address: read.parse('FACET_TEMPORAL_ADDRESS', null, address),
    namespace: read.parse('FACET_TEMPORAL_NAMESPACE', 'facet', namespace),
  }
  if (named.address === null) return null
  return { ...named, address: named.address, tls: ca === null && certificate === null ? null : { ca, certificate, key } }
}
