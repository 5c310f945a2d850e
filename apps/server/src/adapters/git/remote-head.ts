import { Failure } from '#kernel/failure'
import type { RemoteConnection } from './remote-connection.ts'
import { isBranchRef } from './remote-refs.ts'

/** A branch or tag of a remote by its full name, and the commit it leads to. */
export type RemoteHead = { ref: string; sha: string }

const heads = 'refs/heads/'
const tags = 'refs/tags/'
const peeled = '^{}'

const missing = (ref: string | null): Failure =>
  new Failure(
    'remote_branch_not_found',
    ref === null
      ? 'The remote has no default branch. Push one, or name a branch.'
      : `The remote has no branch or tag ${JSON.stringify(ref.slice(0, 200))}.`,
  )

/** A branch goes before a tag of the same name, as whoever tracks it means it. A commit's hash is no name. */
const namesOf = (ref: string): string[] => {
  const names = ref.startsWith(heads) || ref.startsWith(tags) ? [ref] : [`${heads}${ref}`, `${tags}${ref}`]
  return names.filter((name) => isBranchRef(name.startsWith(tags) ? `${heads}${name.slice(tags.length)}` : name))
}

/** Where a branch or tag is now; the default branch for null. */
export const findHeadOver = async (connection: RemoteConnection, ref: string | null, signal?: AbortSignal): Promise<RemoteHead> => {
  const names = ref === null ? ['HEAD'] : namesOf(ref)
  if (names.length === 0) throw missing(ref)
  const { stdout } = await connection.run({
    args: (url) => ['ls-remote', '--symref', '--', url, ...names.flatMap((name) => [name, `${name}${peeled}`])],
    ...(signal ? { signal } : {}),
  })
  const rows = stdout.toString('utf8').split('\n')
  const valueOf = new Map(
    rows
      .map((row) => row.split('\t'))
      .flatMap(([value = '', name]) => (name === undefined || value.startsWith('ref: ') ? [] : [[name, value]])),
  )
  const name = names.find((each) => valueOf.has(each))
  const sha = name === undefined ? undefined : (valueOf.get(`${name}${peeled}`) ?? valueOf.get(name))
  const target = rows.find((row) => row.startsWith('ref: ') && row.endsWith('\tHEAD'))?.slice('ref: '.length, -'\tHEAD'.length)
  if (name === undefined || sha === undefined || !/^[0-9a-f]{40}$/.test(sha)) throw missing(ref)
  return { ref: name === 'HEAD' && isBranchRef(target) ? target : name, sha }
}
