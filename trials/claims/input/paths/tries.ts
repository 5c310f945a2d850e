import { attacks, branchAttacks, branchTwins, twins } from './corpus.ts'
import type { Answer, Doors } from './stage.ts'

/** How many answers were as they should be: refusals of attacks, acceptance of their legal twins. */
export type Tally = { tried: number; right: number; wrong: string[] }

export const newTally = (): Tally => ({ tried: 0, right: 0, wrong: [] })

export const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500

export const record = (tally: Tally, what: string, answer: Answer, isRight: boolean): void => {
  tally.tried++
  if (isRight) tally.right++
  else tally.wrong.push(`${what}: ${answer.status} ${answer.code}`)
}

const pathDoors = ['put', 'renameTo', 'renameFrom', 'remove', 'upload', 'finish'] as const
const branchDoors = ['createBranch', 'enterBranch', 'listBranch', 'removeBranch'] as const

export const tryPaths = async (doors: Doors, through: readonly (typeof pathDoors)[number][] = pathDoors): Promise<Tally> => {
  const tally = newTally()
  for (const door of through)
    for (const { name, path } of attacks) {
      const answer = await doors[door](path)
      record(tally, `${door} ${name}`, answer, isRefused(answer))
    }
  return tally
}

export const tryBranches = async (doors: Doors, through: readonly (typeof branchDoors)[number][] = branchDoors): Promise<Tally> => {
  const tally = newTally()
  for (const door of through)
    for (const { name } of branchAttacks) {
      const answer = await doors[door](name)
      record(tally, `${door} ${JSON.stringify(name)}`, answer, isRefused(answer))
    }
  return tally
}

/** The legal neighbours through the same doors; each is taken away again. */
export const tryTwins = async (doors: Doors): Promise<Tally> => {
  const tally = newTally()
  for (const path of twins)
    for (const door of ['put', 'remove', 'renameTo', 'remove', 'uploadAndFinish', 'remove'] as const) {
      const answer = await doors[door](path)
      record(tally, `${door} ${path.slice(0, 40)}`, answer, answer.status === 200)
    }
  for (const name of branchTwins)
    for (const door of ['createBranch', 'listBranch', 'removeBranch'] as const) {
      const answer = await doors[door](name)
      record(tally, `${door} ${name}`, answer, answer.status === 200)
    }
  return tally
}
