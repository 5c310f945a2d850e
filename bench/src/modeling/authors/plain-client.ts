import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ObjectStore, storedObjectKey } from '../../../../apps/server/src/adapters/object-store/index.ts'
import { makeEmpty, type Row } from '../fleet/assembled.ts'

/** The least that a first look can be for whoever knows what the packs are called: fetch them all at once, and have git list the branch. */
export const listFromStore = async (
  store: ObjectStore,
  tenantId: number,
  { packs, refs }: Row,
  branchName: string,
  gitDir: string,
): Promise<string[]> => {
  rmSync(gitDir, { recursive: true, force: true })
  makeEmpty(gitDir, refs)
  const fetched = packs.flatMap(({ key, sha256, indexKey, indexSha256 }) => {
    const path = join(gitDir, 'objects', 'pack', `pack-${sha256}`)
    return [
      store.getToFile(storedObjectKey({ tenantId }, key), sha256, `${path}.pack`),
      store.getToFile(storedObjectKey({ tenantId }, indexKey), indexSha256, `${path}.idx`),
    ]
  })
  await Promise.all(fetched)
  const args = ['--git-dir', gitDir, 'ls-tree', '-r', '-z', '--name-only', `refs/heads/${branchName}`]
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e9 }).split('\0').slice(0, -1)
}
