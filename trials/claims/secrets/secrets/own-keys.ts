import { createPrivateKey, hkdfSync } from 'node:crypto'
import { openRing } from '@facet/server/testing'
import { openWith } from '../../../../apps/server/src/secrets/sealing.ts'
import type { Installation } from '../../../harness/installation.ts'
import type { Canaries } from './canaries.ts'
import { dbtNames } from './dbt-projects.ts'

// Lines that contain only the format are shorter, or excluded by their place.
const lineLength = 60

/** Adds each line of a PEM key: a search for its bytes would miss them across line breaks. */
const learnLines = (canaries: Canaries, name: string, pem: string, isOfPrivatePart: (place: number) => boolean): void => {
  const lines = pem.split('\n').filter((line) => line.length >= lineLength && !line.startsWith('-----'))
  for (const [place, line] of lines.entries()) if (isOfPrivatePart(place)) canaries.learn(name, line)
}

const learnSigningKey = (canaries: Canaries, pem: string): void => {
  const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' })
  canaries.learn('a signing key', Buffer.from(d, 'base64url'))
  // The last line belongs to the public key.
  learnLines(canaries, 'a signing key', pem, (place) => place < 2)
}

// The OpenSSH format of an Ed25519 key pair: the public key, then seed and public key as one string of 64 bytes.
const seedMark = Buffer.from([0, 0, 0, 64])
const seedLength = 32

const learnSshKey = (canaries: Canaries, name: string, pem: string): void => {
  const bytes = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
  const start = bytes.indexOf(seedMark) + seedMark.length
  canaries.learn(name, bytes.subarray(start, start + seedLength))
  // The first line names the key type.
  learnLines(canaries, name, pem, (place) => place > 0)
}

type Sealed = { tenant_id: string; place: string; sealed: Buffer }
type Wrapped = { tenant_id: string; id: string; encryption_key_id: string; wrapped: Buffer }

const sshKeys = (table: string, place: string): string =>
  `select tenant_id, '${place} ' || deployment_id as place, ssh_key_sealed as sealed from ${table} where ssh_key_sealed is not null`

/** Unseals every key that is stored sealed, as a holder of the root key could. Returns how many of each kind there are. */
export const learnOwnKeys = async (installation: Installation, canaries: Canaries): Promise<Record<string, number>> => {
  const holder = openRing({ serviceUrl: installation.env['FACET_DATABASE_URL'] ?? '' }, { current: canaries.rootKey, previous: null })
  const learnSealed = async (text: string, learn: (pem: string) => void): Promise<number> => {
    const rows = await installation.sql<Sealed>(text)
    for (const { tenant_id, place, sealed } of rows)
      learn(await holder.inTenant(Number(tenant_id), (db) => holder.ring.open(db, Number(tenant_id), place, sealed)))
    return rows.length
  }
  try {
    const signing = await learnSealed(
      `select tenant_id, 'embed signing key' as place, private_sealed as sealed from embed_signing_keys`,
      (pem) => learnSigningKey(canaries, pem),
    )
    const ssh = await learnSealed(sshKeys('repository_remotes', 'remote ssh key'), (pem) =>
      learnSshKey(canaries, 'the SSH key of a remote', pem),
    )
    const dbtSsh = await learnSealed(sshKeys('dbt_integrations', 'dbt ssh key'), (pem) => learnSshKey(canaries, dbtNames.ssh, pem))
    const encryption = await installation.sql<{ id: string }>('select id from encryption_keys')
    for (const { id } of encryption) canaries.learn('an encryption key', await holder.keys.get(Number(id)))
    const data = await installation.sql<Wrapped>('select tenant_id, id, encryption_key_id, wrapped from data_keys')
    for (const { tenant_id, id, encryption_key_id, wrapped } of data)
      canaries.learn(
        'a data key',
        openWith(await holder.keys.get(Number(encryption_key_id)), `tenant ${tenant_id} data key ${id}`, wrapped),
      )
    canaries.learn('the key of the ledger', Buffer.from(hkdfSync('sha256', canaries.rootKey, '', 'facet ledger 1', 32)))
    return { signing, ssh, dbtSsh, encryption: encryption.length, data: data.length }
  } finally {
    await holder.close()
  }
}
