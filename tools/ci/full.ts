import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFullPasses, writeFullPass } from './full-passes.ts'
import { readShard, shardOf } from './shards.ts'
import { git, readTree } from './tree.ts'

const program = join(import.meta.dirname, '../../bench/src/run.ts')
const record = 'bench/full-passes.json'

const run = (name: string): Promise<boolean> =>
  new Promise((resolve) => {
    spawn(process.execPath, [program, ...name.split(' '), '--json'], { stdio: 'inherit' }).once('close', (exitCode) =>
      resolve(exitCode === 0),
    )
  })

/** A pass says something about a commit only if nothing beside it was there. */
const isDirty = (): boolean => git('status', '--porcelain', '--', '.', `:!${record}`).trim() !== ''

/** `.ci/full [--shard i/n] [name …]`: full forms one after another; each that passes is recorded with the commit. */
const main = async (): Promise<boolean> => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { shard: { type: 'string' } } })
  if (isDirty()) throw new Error('There are changes that no commit has: a full pass is recorded for a commit.')
  const { passes } = readFullPasses()
  const all = readTree().trials.map(({ name, short }) => ({ name, seconds: passes[name]?.seconds ?? 10 * short.seconds }))
  const isCalled = (name: string, called: string): boolean => name.replace(' ', '/') === called || name.endsWith(` ${called}`)
  const unknown = positionals.filter((called) => !all.some(({ name }) => isCalled(name, called)))
  if (unknown.length > 0)
    throw new Error(
      `There is no trial called ${unknown.join(', ')}. There are: ${all.map(({ name }) => name.replace(' ', '/')).join(', ')}`,
    )
  const wanted = positionals.length === 0 ? all : all.filter(({ name }) => positionals.some((called) => isCalled(name, called)))
  const failed: string[] = []
  for (const { name } of shardOf(wanted, readShard(values.shard ?? '1/1'))) {
    const startedMs = performance.now()
    const isPassed = await run(name)
    const seconds = Math.round((performance.now() - startedMs) / 1000)
    if (isPassed) writeFullPass(name, { commit: git('rev-parse', 'HEAD').trim(), on: new Date().toISOString().slice(0, 10), seconds })
    else failed.push(name)
    process.stdout.write(`${isPassed ? 'ok   ' : 'FAIL '} ${name.padEnd(28)} ${seconds} s\n`)
  }
  process.stdout.write(failed.length === 0 ? `all passed; commit ${record}\n` : `failed: ${failed.join(', ')}\n`)
  return failed.length === 0
}

process.exitCode = (await main()) ? 0 : 1
