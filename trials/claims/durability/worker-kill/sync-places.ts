import type { SourceChange } from '../../../harness/source-changes.ts'
import { endAt, ofBrokenModel, placeVariable } from './build-places.ts'

const syncs = 'domains/dbt/engine/syncs'
const publish = 'domains/dbt/engine/publish'

const before = (file: string, find: string, place: string): SourceChange => ({ file, find, put: `${endAt(place)}${find}` })

/** Within this phase, so long after its start, or at its end if that comes first. */
export const within = (phase: string): string => `in ${phase}`

/** Makes a worker killable in each phase of a sync, and at each step around its commit. */
export const killable: SourceChange[] = [
  {
    file: `${syncs}/phases.ts`,
    find: `      say(\`\${message}.\`)\n`,
    put: `      say(\`\${message}.\`)
      const [trialPlace, trialMs] = (await import('node:fs')).readFileSync(process.env['${placeVariable}'] ?? '', 'utf8').split('\\n')
      const isKilledHere = trialPlace === \`in \${name}\`
      if (isKilledHere) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(trialMs))\n`,
  },
  {
    file: `${syncs}/phases.ts`,
    find: "        noted('ok')\n",
    put: "        if (isKilledHere) process.kill(process.pid, 'SIGKILL')\n        noted('ok')\n",
  },
  before(`${syncs}/start-syncs.ts`, '  await work.start({\n', 'before its workflow is started'),
  before(
    `${syncs}/start-syncs.ts`,
    "  await inTransaction(pool, sync.tenantId, 'read write', (db) => recordWorkflow(db, sync))",
    'before it is noted that its workflow was started',
  ),
  before(
    `${syncs}/generate-model.ts`,
    "  await write(async (db) => {\n    await referToObject(db, sync, 'conversion', conversion)",
    'between its files and their row',
  ),
  {
    file: `${syncs}/generate-model.ts`,
    find: '      await generate(attempt)\n',
    put: `      await generate(attempt)\n${endAt('between the row of its files and the end of the step')}`,
  },
  before(`${publish}/commit-run.ts`, '  const requester = {', 'before its commit is written'),
  before(`${publish}/commit-run.ts`, '    return { published, push:', 'before COMMIT'),
  before(`${publish}/commit-run.ts`, '  // The run does not wait for the remote', 'after COMMIT'),
  before(`${syncs}/publish-model.ts`, '    const isEnded = await write(async (db) => {', 'between its commit and its outcome'),
  before(`${syncs}/publish-model.ts`, '    say(begun.isPreview ?', 'after its outcome'),
  before(`${syncs}/run-step.ts`, '  const isEnded = await write(async (db) => {', 'before its failure is noted'),
]

export const afterCommit = 'after COMMIT'

/** The source of a run: a repository, a repository with packages, or a pushed manifest, which needs no dbt. */
export type Source = 'repository' | 'packages' | 'manifest'

/** Phases in the order of a run, and the places in each, used in turn. */
export const phases: readonly { phase: string; source: Source; isHeld?: boolean; places: readonly string[] }[] = [
  {
    phase: 'launch',
    source: 'manifest',
    places: ['before its workflow is started', 'before it is noted that its workflow was started'],
  },
  { phase: 'clone', source: 'repository', isHeld: true, places: [within('repo_clone')] },
  { phase: 'deps', source: 'packages', places: [within('dbt_deps')] },
  { phase: 'parse', source: 'repository', places: [within('dbt_parse'), within('dbt_parse'), within('dbt_parse'), ofBrokenModel] },
  {
    phase: 'convert',
    source: 'manifest',
    places: [within('convert'), 'between its files and their row', 'between the row of its files and the end of the step'],
  },
  { phase: 'publish', source: 'manifest', places: [within('publish')] },
  {
    phase: 'commit',
    source: 'manifest',
    places: ['before COMMIT', afterCommit, 'before its commit is written', 'between its commit and its outcome', 'after its outcome'],
  },
]
