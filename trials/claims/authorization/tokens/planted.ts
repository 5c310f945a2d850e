import type { FacetProcess } from '../../../harness/installation.ts'
import { changedProgram, type SourceChange } from '../../../harness/source-changes.ts'
import type { Attack } from './attacks.ts'
import { askEverywhere } from './everywhere.ts'
import { areRefused, judgeGrants } from './grants.ts'
import type { Stage } from './stage.ts'
import { tryAttacks } from './try-attacks.ts'

/** One look at a token left out of the service, and whether the trial sees it on a process without. */
type Plant = { name: string; change: SourceChange; isSeen: (stage: Stage, process: FacetProcess, attacks: Attack[]) => Promise<boolean> }

const isAccepted =
  (attack: string): Plant['isSeen'] =>
  async (stage, process, attacks) => {
    const { accepted } = await tryAttacks(
      stage,
      process,
      attacks.filter(({ name }) => name === attack),
    )
    return accepted.includes(attack)
  }

const plants: Plant[] = [
  {
    name: 'the signature',
    change: {
      file: 'access/embed-tokens.ts',
      find: "Buffer.from((await compactVerify(token, key, { algorithms: ['ES256'] })).payload).toString()",
      put: "Buffer.from((await Promise.resolve(token)).split('.')[1] ?? '', 'base64url').toString()",
    },
    isSeen: isAccepted('a signature of zeros'),
  },
  {
    name: 'the header',
    change: {
      file: 'access/embed-tokens.ts',
      find: 'Object.keys(rest).every((name) => headerNames.has(name))',
      put: 'headerNames.size > 0',
    },
    isSeen: isAccepted('jku, signed with ours'),
  },
  {
    name: 'the claims',
    change: {
      file: 'access/embed-tokens.ts',
      find: 'isSame(payload[claim], expected))',
      put: "claim !== '' || isSame(payload, expected))",
    },
    isSeen: isAccepted('another audience'),
  },
  {
    name: 'the state of the grant',
    change: { file: 'access/embed-tokens.ts', find: "if (row.state !== 'valid') throw", put: "if (row.state !== 'valid' && !row) throw" },
    isSeen: async (stage, process) => !areRefused(await judgeGrants({ ...stage, processes: [process, process] })),
  },
  {
    name: 'whether the operation takes tokens',
    change: {
      file: 'access/may-call.ts',
      find: 'credentialKind && !operation.credentials.includes(credentialKind)',
      put: 'credentialKind && operation.credentials.length === 0',
    },
    isSeen: async (stage, process) => (await askEverywhere({ ...stage, processes: [process, process] })).accepted.length > 0,
  },
]

export const plantedChanges: SourceChange[][] = plants.map(({ change }) => [change])

/** Each look left out by itself, in a process of its own. */
export const findUnseen = async (stage: Stage, attacks: Attack[]): Promise<{ of: number; unseen: string[] }> => {
  const unseen: string[] = []
  for (const { name, change, isSeen } of plants) {
    const { settings, program } = changedProgram([change])
    const process = await stage.installation.serve(settings, program)
    if (!(await isSeen(stage, process, attacks))) unseen.push(name)
    await process.kill('SIGKILL')
  }
  return { of: plants.length, unseen }
}
