import type { SourceChange } from '../../../harness/source-changes.ts'

/** Names the file whose first line is the place at which the worker is killed. */
export const placeVariable = 'TRIAL_KILL_PLACE'

const builds = 'domains/hosting/engine/builds'

/** Source that kills the process with SIGKILL if this is the place. */
export const endAt = (place: string): string =>
  `if ((await import('node:fs')).readFileSync(process.env['${placeVariable}'] ?? '', 'utf8').split('\\n')[0] === '${place}') process.kill(process.pid, 'SIGKILL')\n`

const before = (file: string, find: string, place: string): SourceChange => ({
  file: `${builds}/${file}`,
  find,
  put: `${endAt(place)}${find}`,
})

/** Makes a worker killable in each step of a build. While a model compiles, the trial kills it from outside. */
export const killable: SourceChange[] = [
  before('start-builds.ts', '  // Started first: what fails here', 'before its workflow is started'),
  before('start-builds.ts', '  const older = await inTransaction(pool', 'before it is noted that its workflow was started'),
  before('make-build.ts', '  const begun = await write(parts, build', 'before it begins'),
  before('make-build.ts', "    enter('read')\n", 'before its files are read'),
  before('make-build.ts', "    enter('compile')\n", 'before it compiles'),
  before('make-build.ts', "    enter('store')\n", 'before its artifact is stored'),
  before(
    'make-build.ts',
    '    return await keep(making, { artifact, report, members: compiled.members })',
    'between the artifact and its row',
  ),
  before('make-build.ts', '  lines.add(`Compiled ', 'between the row of the artifact and the end of the step'),
  before('make-build.ts', '  const text = redact(problem.message)', 'before its failure is noted'),
  {
    file: 'domains/hosting/activities.ts',
    find: 'activateBuild: (build: BuildId) => activateBuild(parts, build),',
    put: `activateBuild: async (build: BuildId) => {
      ${endAt('before it is activated')}
      const outcome = await activateBuild(parts, build)
      ${endAt('after it was activated')}
      return outcome
    },`,
  },
]

export const whileCompiling = 'while it compiles'
export const ofBrokenModel = 'before its failure is noted'

/** The first two are those of the short form. The others follow in the order of a build. */
export const places: readonly string[] = [
  whileCompiling,
  'between the artifact and its row',
  'before its workflow is started',
  'before it is noted that its workflow was started',
  'before it begins',
  'before its files are read',
  'before it compiles',
  'before its artifact is stored',
  'between the row of the artifact and the end of the step',
  'before it is activated',
  'after it was activated',
  ofBrokenModel,
]
