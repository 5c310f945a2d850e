import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sealer, TemporalOptions } from '#adapters/temporal'
import { fixedSealer } from './fixed-sealer.ts'

const folder = join(import.meta.dirname, 'histories')
const isRecording = (): boolean => process.env['FACET_RECORD_HISTORIES'] === '1'

type Recorded = { workflow: string; name: string; workflowId: string }

/**
 * Keeps what a workflow did that has ended, when `pnpm record:histories` asks for it. Histories stay when the code changes: those
 * that run in an installation began with the code of then.
 */
export const recordHistory = async (temporal: TemporalOptions, sealer: Sealer, { workflow, name, workflowId }: Recorded): Promise<void> => {
  if (!isRecording()) return
  const { fetchHistory } = await import('../src/adapters/temporal/replay.ts')
  const json = await fetchHistory(temporal, workflowId, { from: sealer, to: fixedSealer() })
  mkdirSync(join(folder, workflow), { recursive: true })
  writeFileSync(join(folder, workflow, `${name}.json`), `${json}\n`)
}

export type History = { workflow: string; file: string; read: () => unknown }

export const recordedHistories = (): History[] =>
  globSync('*/*.json', { cwd: folder })
    .toSorted()
    .map((file) => ({
      workflow: file.split('/')[0] ?? '',
      file,
      read: () => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown,
    }))

const exported = /^export (?:const|async function|function) (\w+)(?: = async|\()/gm

/** The names of the workflows in the files of this folder. */
export const workflowsIn = (sources: string): string[] =>
  globSync('**/*.workflow.ts', { cwd: sources }).flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(exported)].flatMap((match) => match[1] ?? []),
  )
