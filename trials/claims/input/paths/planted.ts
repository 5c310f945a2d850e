import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Installation } from '../../../harness/installation.ts'

type Entry = { mode: '100644' | '120000' | '160000' | '40000'; name: string; oid: string }

/** Objects written by hand with git's plumbing and no check at all, as a hostile remote could send them. */
export const createForge = (folder: string) => {
  const gitDir = join(folder, `forge-${randomBytes(4).toString('hex')}.git`)
  const git = (args: string[], input?: Buffer): string =>
    execFileSync('git', args, {
      env: { PATH: process.env['PATH'], GIT_DIR: gitDir, GIT_CONFIG_NOSYSTEM: '1', HOME: folder },
      ...(input ? { input } : {}),
    })
      .toString()
      .trim()
  git(['init', '--quiet', '--bare', gitDir])
  const write = (type: string, content: Buffer): string => git(['hash-object', '-t', type, '-w', '--literally', '--stdin'], content)
  const blob = (text: string): string => write('blob', Buffer.from(text))
  return {
    gitDir,
    file: (name: string, text: string): Entry => ({ mode: '100644', name, oid: blob(text) }),
    link: (name: string, target: string): Entry => ({ mode: '120000', name, oid: blob(target) }),
    submodule: (name: string): Entry => ({ mode: '160000', name, oid: '1'.repeat(40) }),
    folder: (name: string, entries: Entry[]): Entry => ({ mode: '40000', name, oid: write('tree', treeOf(entries)) }),
    commit: (entries: Entry[]): string => {
      const tree = write('tree', treeOf(entries))
      const person = 'Remote <remote@example.com> 1700000000 +0000'
      return write('commit', Buffer.from(`tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nBrought\n`))
    },
    pack: (commit: string): { pack: Buffer; index: Buffer } => {
      const base = join(gitDir, 'made')
      const name = git(['pack-objects', '--quiet', '--revs', base], Buffer.from(`${commit}\n`))
      return { pack: readFileSync(`${base}-${name}.pack`), index: readFileSync(`${base}-${name}.idx`) }
    },
  }
}
export type Forge = ReturnType<typeof createForge>

const sortName = ({ mode, name }: Entry): string => (mode === '40000' ? `${name}/` : name)

const treeOf = (entries: Entry[]): Buffer =>
  Buffer.concat(
    entries
      .toSorted((a, b) => Buffer.compare(Buffer.from(sortName(a)), Buffer.from(sortName(b))))
      .flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]),
  )

type Place = { tenantId: number; deploymentId: number; branchName: string }

/** Makes the commit the head of a branch behind the program's back: a pack in the object store, and the row that names it. */
export const plantCommit = async (installation: Installation, place: Place, forge: Forge, commit: string): Promise<void> => {
  const { tenantId, deploymentId, branchName } = place
  const put = (bytes: Buffer): { key: string; sha256: string } => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const key = `tenants/${tenantId}/packs/${deploymentId}/${sha256}-${randomBytes(8).toString('hex')}`
    const file = join(installation.folder, 'objects', key)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    return { key, sha256 }
  }
  const { pack, index } = forge.pack(commit)
  const [stored, storedIndex] = [put(pack), put(index)]
  const entry = { key: stored.key, sha256: stored.sha256, size: pack.length, indexKey: storedIndex.key, indexSha256: storedIndex.sha256 }
  await installation.sql(
    `update repositories set version = version + 1, packs = packs || $3::jsonb, refs = refs || $4::jsonb where tenant_id = $1 and deployment_id = $2`,
    [tenantId, deploymentId, JSON.stringify([entry]), JSON.stringify({ [`heads/${branchName}`]: commit })],
  )
}
