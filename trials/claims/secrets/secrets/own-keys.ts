import { createPrivateKey, hkdfSync } from 'node:crypto'
import { openRing } from '@facet/server/testing'
import { openWith } from '../../../../apps/server/src/secrets/sealing.ts'
import type { Installation } from '../../../harness/installation.ts'
import type { Canaries } from './canaries.ts'
import { dbtNames } from './dbt-names.ts'

export const keyNames = {
  signing: 'a signing key',
  ssh: 'the SSH key of a remote',
  ledger: 'the key of the ledger',
  data: 'a data key',
  encryption: 'an encryption key',
} as const

// A line of a key in PEM that holds nothing of it but its format is shorter, or is left out by its place.
const lineLength = 60

/** A key as text is broken into lines, which a search for its bytes would miss: each line is looked for by itself. */
const learnLines = (canaries: Canaries, name: string, pem: string, isOfPrivatePart: (place: number) => boolean): void => {
  const lines = pem.split('\n').filter((line) => line.length >= lineLength && !line.startsWith('-----'))
  for (const [place, line] of lines.entries()) if (isOfPrivatePart(place)) canaries.learn(name, line)
}

const learnSigningKey = (canaries: Canaries, pem: string): void => {
  const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' })
  canaries.learn(keyNames.signing, Buffer.from(d, 'base64url'))
  // The last line is of the public half alone.
  learnLines(canaries, keyNames.signing, pem, (place) => place < 2)
}

// How OpenSSH writes a key pair of ed25519: the public half, then seed and public half as one string of 64 bytes.
const seedMark = Buffer.from([0, 0, 0, 64])
const seedLength = 32

const learnSshKey = (canaries: Canaries, name: string, pem: string): void => {
  const bytes = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
  const start = bytes.indexOf(seedMark) + seedMark.length
  canaries.learn(name, bytes.subarray(start, start + seedLength))
  // The first line says what kind of key follows.
  learnLines(canaries, name, pem, (place) => place > 0)
}

type Wrapped = { tenant_id: string; id: string; encryption_key_id: string; wrapped: Buffer }

/** Every key that is only ever kept sealed, opened as whoever has the root key can: what the service never shows must not stand anywhere. */
export const learnOwnKeys = async (installation: Installation, canaries: Canaries): Promise<Record<string, number>> => {
  const holder = openRing({ serviceUrl: installation.env['FACET_DATABASE_URL'] ?? '' }, { current: canaries.rootKey, previous: null })
  const open = (tenantId: string, place: string, sealed: Buffer): Promise<string> =>
    holder.inTenant(Number(tenantId), (db) => holder.ring.open(db, Number(tenantId), place, sealed))
  try {
    const signing = await installation.sql<{ tenant_id: string; private_sealed: Buffer }>(
      'select tenant_id, private_sealed from embed_signing_keys',
    )
    for (const { tenant_id, private_sealed } of signing)
      learnSigningKey(canaries, await open(tenant_id, 'embed signing key', private_sealed))
    const remotes = await installation.sql<{ tenant_id: string; deployment_id: string; ssh_key_sealed: Buffer }>(
      'select tenant_id, deployment_id, ssh_key_sealed from repository_remotes where ssh_key_sealed is not null',
    )
    for (const { tenant_id, deployment_id, ssh_key_sealed } of remotes)
      learnSshKey(canaries, keyNames.ssh, await open(tenant_id, `remote ssh key ${deployment_id}`, ssh_key_sealed))
    const dbt = await installation.sql<{ tenant_id: string; deployment_id: string; ssh_key_sealed: Buffer }>(
      'select tenant_id, deployment_id, ssh_key_sealed from dbt_integrations where ssh_key_sealed is not null',
    )
    for (const { tenant_id, deployment_id, ssh_key_sealed } of dbt)
      learnSshKey(canaries, dbtNames.ssh, await open(tenant_id, `dbt ssh key ${deployment_id}`, ssh_key_sealed))
    const encryption = await installation.sql<{ id: string }>('select id from encryption_keys')
    for (const { id } of encryption) canaries.learn(keyNames.encryption, await holder.keys.get(Number(id)))
    const data = await installation.sql<Wrapped>('select tenant_id, id, encryption_key_id, wrapped from data_keys')
    for (const { tenant_id, id, encryption_key_id, wrapped } of data)
      canaries.learn(
        keyNames.data,
        openWith(await holder.keys.get(Number(encryption_key_id)), `tenant ${tenant_id} data key ${id}`, wrapped),
      )
    canaries.learn(keyNames.ledger, Buffer.from(hkdfSync('sha256', canaries.rootKey, '', 'facet ledger 1', 32)))
    return { signing: signing.length, ssh: remotes.length, dbtSsh: dbt.length, encryption: encryption.length, data: data.length }
  } finally {
    await holder.close()
  }
}
