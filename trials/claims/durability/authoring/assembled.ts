import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Fleet } from './fleet.ts'

/** The database and store of a repository. */
export type Sources = Pick<Fleet, 'installation'> & { s3: Pick<Fleet['s3'], 'objectFile'>; tenant: Pick<Fleet['tenant'], 'tenantId'> }

type Pack = { key: string; sha256: string; indexKey: string; indexSha256: string }
export type Row = { version: number; epoch: number; packs: Pack[]; refs: Record<string, string> }

/** A repository that is read from its row and the store, without any node. */
export type Assembled = {
  row: Row
  /** Missing or corrupt objects. */
  problems: string[]
  git: (...args: string[]) => Promise<string>
  remove: () => void
}

export const rowOf = async ({ installation, tenant }: Pick<Sources, 'installation' | 'tenant'>, deploymentId: number): Promise<Row> => {
  const [row] = await installation.sql<{ version: string; epoch: string; packs: Pack[]; refs: Record<string, string> }>(
    'select version, epoch, packs, refs from repositories where tenant_id = $1 and deployment_id = $2',
    [tenant.tenantId, deploymentId],
  )
  if (!row) throw new Error(`Deployment ${deploymentId} has no repository.`)
  return { version: Number(row.version), epoch: Number(row.epoch), packs: row.packs, refs: row.refs }
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Reads the object from the disk of the store, past every cache. */
const fetchObject = ({ s3 }: Sources, key: string, sha256: string, file: string): string | null => {
  try {
    const bytes = readFileSync(s3.objectFile(key))
    writeFileSync(file, bytes)
    return sha256Of(bytes) === sha256 ? null : `${key} does not match its checksum in the row`
  } catch {
    return `${key} is not in the store`
  }
}

type Ran = { isDone: boolean; text: string }

const runIn = (gitDir: string, args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile('git', ['--git-dir', gitDir, ...args], { maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      resolve({ isDone: error === null, text: error ? `${stdout}${stderr}` : stdout }),
    )
  })

/** Creates a bare repository with these refs and no objects. */
export const makeEmpty = (gitDir: string, refs: Record<string, string>): void => {
  mkdirSync(join(gitDir, 'objects', 'pack'), { recursive: true })
  mkdirSync(join(gitDir, 'refs', 'heads'), { recursive: true })
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n')
  const lines = Object.entries(refs).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(join(gitDir, 'packed-refs'), lines.map(([name, commit]) => `${commit} refs/${name}\n`).join(''))
}

export const assemble = async (sources: Sources, deploymentId: number, row?: Row): Promise<Assembled> => {
  const found = row ?? (await rowOf(sources, deploymentId))
  const gitDir = join(sources.installation.folder, `assembled-${randomBytes(6).toString('hex')}`)
  makeEmpty(gitDir, found.refs)
  const problems: string[] = []
  for (const { key, sha256, indexKey, indexSha256 } of found.packs) {
    const path = join(gitDir, 'objects', 'pack', `pack-${sha256}`)
    const wrong = fetchObject(sources, key, sha256, `${path}.pack`)
    if (wrong !== null) problems.push(wrong)
    // A missing or wrong index is rebuilt from its pack, so it is not a problem.
    else if (fetchObject(sources, indexKey, indexSha256, `${path}.idx`) !== null)
      await runIn(gitDir, ['index-pack', '-o', `${path}.idx`, `${path}.pack`])
  }
  const checked = await runIn(gitDir, ['fsck', '--strict', '--no-dangling', '--full'])
  if (!checked.isDone) problems.push(`git fsck: ${checked.text.slice(0, 500)}`)
  return {
    row: found,
    problems,
    git: async (...args) => {
      const { isDone, text } = await runIn(gitDir, args)
      if (!isDone) throw new Error(`git ${args[0]}: ${text.slice(0, 300)}`)
      return text
    },
    remove: () => rmSync(gitDir, { recursive: true, force: true }),
  }
}

export const blobIdOf = (content: string): string => {
  const bytes = Buffer.from(content)
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

/** The blob ids of a branch by path. */
export const listBlobs = async ({ git }: Assembled, branch: string): Promise<Map<string, string>> => {
  const lines = (await git('ls-tree', '-r', '-z', `refs/heads/${branch}`)).split('\0').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.slice(line.indexOf('\t') + 1), line.split(/[ \t]/)[2] ?? '']))
}

export const isStored = (blobs: Map<string, string>, path: string, content: string): boolean => blobs.get(path) === blobIdOf(content)
