import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Author } from '../../../harness/author.ts'
import type { Installation } from '../../../harness/installation.ts'
import { createPack } from '../repositories/packs.ts'
import { attackMark } from './corpus.ts'

/** A commit that git refuses to create, with links, a submodule, `.git` folders and names that differ by case. */
const createHostilePack = (canaries: string): { commit: string; bytes: Buffer } => {
  const pack = createPack()
  const file = (name: string, text: string) => ({ name, oid: pack.blob(text) })
  const link = (name: string, target: string) => ({ mode: '120000' as const, name, oid: pack.blob(target) })
  const folder = (name: string, ...entries: Parameters<typeof pack.tree>[0]) => ({ mode: '40000' as const, name, oid: pack.tree(entries) })
  const tree = pack.tree([
    file('plain.yml', 'cubes: []\n'),
    link('etc', '/etc'),
    link('out', canaries),
    link('secret', join(canaries, 'secret.txt')),
    link('up', '..'),
    { mode: '160000', name: 'sub', oid: '1'.repeat(40) },
    folder('.GIT', file('config', '[core]\n\thooksPath = .\n')),
    folder('.git', folder('hooks', file('post-commit', '#!/bin/sh\n'))),
    folder('..', file(attackMark, 'x')),
    folder('Model', file('a.yml', 'A')),
    folder('model', file('a.yml', 'a')),
  ])
  return { commit: pack.commit(tree), bytes: pack.bytes() }
}

const indexOf = (scratch: string, pack: Buffer): Buffer => {
  const base = join(mkdtempSync(join(scratch, 'pack-')), 'hostile')
  writeFileSync(`${base}.pack`, pack)
  execFileSync('git', ['index-pack', '-o', `${base}.idx`, `${base}.pack`], { stdio: 'ignore' })
  return readFileSync(`${base}.idx`)
}

/** Makes a hostile commit the head of the author's branch: writes a pack to the object store and updates the row that lists the packs. */
export const pushHostileHead = async (installation: Installation, author: Author, scratch: string, canaries: string): Promise<void> => {
  const { tenantId } = author.tenant
  const { deploymentId, branchName } = author
  const put = (bytes: Buffer): { key: string; sha256: string } => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const key = `tenants/${tenantId}/packs/${deploymentId}/${sha256}-${randomBytes(8).toString('hex')}`
    const file = join(installation.folder, 'objects', key)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    return { key, sha256 }
  }
  const { commit, bytes } = createHostilePack(canaries)
  const index = put(indexOf(scratch, bytes))
  const entry = { ...put(bytes), size: bytes.length, indexKey: index.key, indexSha256: index.sha256 }
  await installation.sql(
    `update repositories set version = version + 1, packs = packs || $3::jsonb, refs = refs || $4::jsonb where tenant_id = $1 and deployment_id = $2`,
    [tenantId, deploymentId, JSON.stringify([entry]), JSON.stringify({ [`heads/${branchName}`]: commit })],
  )
}
