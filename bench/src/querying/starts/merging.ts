import pg from 'pg'
import type { TrialStack } from '../../harness/stack.ts'
import type { ModelFile } from './model.ts'

type Row = { id: string; status: string; error_text: string | null }

const looksEveryMs = 500
const patienceMs = 180_000

/** Follows the builds of one deployment by what the database says of them the moment it is so. */
export type Builds = {
  untilServed: (after: number) => Promise<{ id: number; atMs: number }>
  newest: () => Promise<number>
  close: () => Promise<void>
}

export const followBuilds = async ({ postgresUrl }: TrialStack, deploymentId: number): Promise<Builds> => {
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  const served = new Map<number, number>()
  let wake = (): void => undefined
  client.on('notification', ({ payload }) => {
    const seen = JSON.parse(payload ?? '{}') as { deploymentId?: number; buildId?: number }
    if (seen.deploymentId === deploymentId && seen.buildId) served.set(seen.buildId, performance.now())
    wake()
  })
  const untilTold = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, looksEveryMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  await client.query('listen facet_engines')
  const rows = async (): Promise<Row[]> =>
    (await client.query<Row>('select id, status, error_text from builds where deployment_id = $1 order by id desc limit 3', [deploymentId]))
      .rows
  return {
    newest: async () => Number((await rows())[0]?.id ?? 0),
    untilServed: async (after) => {
      const untilMs = performance.now() + patienceMs
      while (performance.now() < untilMs) {
        for (const [id, atMs] of served) if (id > after) return { id, atMs }
        const failed = (await rows()).find(({ id, status }) => Number(id) > after && status === 'failed')
        if (failed) throw new Error(`Build ${failed.id} failed: ${failed.error_text}`)
        await untilTold()
      }
      throw new Error('The build did not end.')
    },
    close: () => client.end(),
  }
}

/** A personal branch on which somebody works, and merges. */
export const createWriter = async ({ client }: TrialStack, deploymentId: number) => {
  const params = { deploymentId }
  const { branchName } = await client.startDevMode({ params, body: { branchName: 'main' } })
  if (!branchName) throw new Error('Dev mode did not name its branch.')
  return {
    write: async (files: readonly ModelFile[]): Promise<void> => {
      await client.updateFiles({ params, body: { branchName, files: [...files] } })
    },
    merge: async (): Promise<void> => {
      const { merged } = await client.mergeToDefaultBranch({ params, body: { branchName, message: 'A change' } })
      if (!merged) throw new Error('Nothing was merged.')
    },
  }
}
