import { attackMark, attacks, branchAttacks, validBranches, validPaths } from './corpus.ts'
import type { Answer, Endpoints } from './endpoints.ts'

/** How many responses were as expected: refusals of attacks, acceptance of valid counterparts. */
export type Tally = { tried: number; right: number; wrong: string[] }
type Endpoint = Exclude<keyof Endpoints, 'lost' | 'list' | 'hashes' | 'commit'>

export const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500
export const isAccepted = ({ status }: Answer): boolean => status === 200

export const newTally = (): Tally => ({ tried: 0, right: 0, wrong: [] })

export const record = (tally: Tally, request: string, answer: Answer, isRight: boolean): void => {
  tally.tried++
  if (isRight) tally.right++
  else tally.wrong.push(`${request}: ${answer.status} ${answer.code}`)
}

/** Sends each name to each endpoint in turn. */
const sendAll = async (
  endpoints: Endpoints,
  tally: Tally,
  names: readonly string[],
  through: readonly Endpoint[],
  isRight: (answer: Answer) => boolean,
): Promise<void> => {
  for (const name of names)
    for (const endpoint of through) {
      const answer = await endpoints[endpoint](name)
      record(tally, `${endpoint} ${JSON.stringify(name.slice(0, 60))}`, answer, isRight(answer))
    }
}

const hostilePaths = [
  ...['etc/passwd', 'out/secret.txt', `out/${attackMark}`, `up/${attackMark}`, `up/up/${attackMark}`, 'secret/x', `sub/${attackMark}`],
  ...[`MODEL/${attackMark}`, 'Model/A.yml', 'ETC/passwd', 'plain.yml/x'],
]

/** Attacks on paths and branch names, in a repository without hostile content. */
export const sendAttacks = async (endpoints: Endpoints, tally: Tally): Promise<void> => {
  await sendAll(endpoints, tally, attacks, ['put', 'renameTo', 'renameFrom', 'remove', 'upload', 'finish'], isRefused)
  await sendAll(endpoints, tally, branchAttacks, ['createBranch', 'enterBranch', 'listBranch', 'removeBranch'], isRefused)
}

/** Paths below links, submodules and names that differ by case, in a hostile tree. */
export const sendHostilePaths = (endpoints: Endpoints, tally: Tally): Promise<void> =>
  sendAll(endpoints, tally, hostilePaths, ['put', 'renameTo', 'uploadAndFinish', 'remove', 'renameFrom'], isRefused)

/** Valid names through the same endpoints. Each is removed again. */
export const sendValid = async (endpoints: Endpoints, tally: Tally): Promise<void> => {
  await sendAll(endpoints, tally, validPaths, ['put', 'remove', 'renameTo', 'remove', 'uploadAndFinish', 'remove'], isAccepted)
  await sendAll(endpoints, tally, validBranches, ['createBranch', 'listBranch', 'removeBranch'], isAccepted)
}

/** Removes the hostile entries of a tree, which must work. */
export const removeHostile = (endpoints: Endpoints, tally: Tally): Promise<void> =>
  sendAll(endpoints, tally, ['.GIT', '.git', 'out', 'sub', 'Model'], ['remove'], isAccepted)
