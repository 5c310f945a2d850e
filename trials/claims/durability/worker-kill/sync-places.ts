import type { SourceChange } from '../../../harness/source-changes.ts'
import { endAt, placeVariable } from './build-places.ts'

const syncs = 'domains/dbt/engine/syncs'
const publish = 'domains/dbt/engine/publish'

const before = (file: string, find: string, place: string): SourceChange => ({ file, find, put: `${endAt(place)}${find}` })

/** In the middle of a phase of this name, so long after it began; or as it ends, if that comes first. */
export const within = (phase: string): string => `in ${phase}`

/** A worker that can be killed in each phase of a sync, and at each step around its commit. */
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

export const ofBrokenModel = 'before its failure is noted'
export const afterCommit = 'after COMMIT'

/** Where the files of a run come from: its own repository, one that needs packages, or a pushed manifest, for which dbt is not run. */
export type Source = 'repository' | 'packages' | 'manifest'

/** Phases in the order in which a run comes to them, and the places in each, taken in turn. */
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
