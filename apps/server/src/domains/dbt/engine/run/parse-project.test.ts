import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convert } from '@facet/dbt-convert'
import { describe, expect, it } from 'vitest'
import { calmControl, dbtProject, type DbtRunFolder, filesWith, givenDbtRun, sandboxOfFile, testDbt } from '#test'
import { createParseStates, parseProject, type ParseRequest, RunFailure } from './index.ts'

const sandbox = sandboxOfFile()
const canary = 'canary-5f0e7b19c2'

const requestFor = (folders: DbtRunFolder, more: Partial<ParseRequest> = {}): ParseRequest => ({
  ...{ sandbox: sandbox(), environment: testDbt(), folders, checkout: { files: folders.files, projectPath: '.', hasPackages: false } },
  ...{ warehouse: 'postgres', target: 'dev', targetSchema: 'analytics' },
  variables: { selected: {}, database: { CUBEJS_DB_NAME: 'shop', CUBEJS_DB_PASS: canary } },
  ...more,
})

const failureOf = async (parsing: Promise<unknown>): Promise<RunFailure> => {
  const failure: unknown = await parsing.catch((error: unknown) => error)
  if (!(failure instanceof RunFailure)) throw new Error('It did not fail as a run does.', { cause: failure })
  return failure
}

describe('a project', () => {
  it('parses to a manifest of the same cubes with our profile, and parses only what changed the second time', async () => {
    const folders = await givenDbtRun({ 'profiles.yml': 'shop: { target: other, outputs: { other: { type: nothing } } }' })
    const states = createParseStates(join(folders.folder, 'states'))
    const request = requestFor(folders, { state: { states, key: 'a', mayKeep: async () => true } })
    const first = calmControl()

    const full = await parseProject(request, first)
    writeFileSync(join(folders.files, 'models/marts/one_more.sql'), 'select 1 as id')
    const partial = await parseProject(request, calmControl())

    const options = { warehouse: 'postgres' } as const
    const manifest = readFileSync(join(dbtProject('shop'), 'manifest.json'))
    const cubes = convert({ manifest: readFileSync(join(full.artifactsFolder, 'manifest.json')), options }).files.map(({ path }) => path)
    expect([full.isPartial, partial.isPartial]).toEqual([false, true])
    expect(cubes).toEqual([...convert({ manifest, options }).files.map(({ path }) => path), 'model/cubes/dbt/dbt_one_more.yml'].toSorted())
    expect(first.told[0]).toBe('dbt_project.yml')
    expect(first.told.filter((path) => path.startsWith('models/')).length).toBeGreaterThan(4)
  })

  it('that cannot be parsed fails with the file, the line and the words of dbt, and without values of variables', async () => {
    const folders = await givenDbtRun({
      'models/marts/broken.sql': "select 1\nfrom {{ ref('nowhere')\n",
      'models/marts/shown.sql': "select '{{ env_var('API_TOKEN') }}'",
    })
    const variables = { selected: { API_TOKEN: canary }, database: {} }

    const broken = await failureOf(parseProject(requestFor(folders, { variables }), calmControl()))
    writeFileSync(join(folders.files, 'models/marts/broken.sql'), "{{ exceptions.raise_compiler_error(env_var('API_TOKEN')) }}")
    const telling = await failureOf(parseProject(requestFor(folders, { variables }), calmControl()))

    expect(broken).toMatchObject({ code: 'parse_failed', phase: 'parse', file: 'models/marts/broken.sql', line: 2, isTransient: false })
    expect(broken.message).toMatch(/^dbt could not parse the project: Compilation Error in model broken/)
    expect(telling.file).toBe('models/marts/broken.sql')
    expect([telling.message, telling.dbtSaid].join(' ')).not.toContain(canary)
    expect(telling.dbtSaid).toContain('[API_TOKEN]')
  })

  it('sees no credential of the warehouse, and no file of the machine', async () => {
    const folders = await givenDbtRun({
      'models/marts/asks.sql': "select '{{ env_var('CUBEJS_DB_PASS') }}' as pass, '{{ env_var('CUBEJS_DB_NAME') }}' as db",
    })
    writeFileSync(join(folders.folder, 'outside.yml'), `version: 2\nmodels: [{ name: asks, description: ${canary} }]\n`)
    symlinkSync(join(folders.folder, 'outside.yml'), join(folders.files, 'models/marts/outside.yml'))
    symlinkSync('/etc', join(folders.files, 'models/etc'))

    const outcome = await parseProject(requestFor(folders), calmControl()).catch((error: unknown) => error)
    const failed = outcome instanceof RunFailure ? `${outcome.message} ${outcome.dbtSaid}` : ''
    const written = filesWith(folders.artifacts, canary)
    for (const link of ['models/marts/outside.yml', 'models/etc']) rmSync(join(folders.files, link))
    const { artifactsFolder } = await parseProject(requestFor(folders), calmControl())

    expect([failed.includes(canary), written]).toEqual([false, []])
    expect(filesWith(artifactsFolder, canary)).toEqual([])
    expect(filesWith(folders.profiles, canary)).toEqual([])
    expect(readFileSync(join(artifactsFolder, 'manifest.json'), 'utf8')).toContain('"database": "shop"')
  })

  const endless = 'models/marts/endless.sql'

  it('kills dbt within a second of a cancellation and reports the file that dbt was parsing', async () => {
    const template = '{% for a in range(100000) %}{% for b in range(100000) %}{% set c = b %}{% endfor %}{% endfor %} select 1'
    const folders = await givenDbtRun({ [endless]: template })
    const gone = new AbortController()
    let goneMs = 0
    const cancelling = parseProject(requestFor(folders), {
      ...calmControl(),
      signal: gone.signal,
      onProgress: (workingOn) => {
        if (workingOn !== endless) return
        goneMs = performance.now()
        gone.abort(new Error('cancelled'))
      },
    })

    await expect(cancelling).rejects.toThrow('cancelled')
    expect(goneMs).toBeGreaterThan(0)
    expect(performance.now() - goneMs).toBeLessThan(1000)
  })

  it('fails with the file that dbt was parsing when the time limit ends the process', async () => {
    const folders = await givenDbtRun()
    // Reports the file as the driver of dbt does, and then hangs without using a processor.
    const script = `printf '\\036${endless}\\n'; exec sleep 60`
    const hanging: ParseRequest['sandbox'] = { run: (call) => sandbox().run({ ...call, command: '/bin/sh', args: ['-c', script] }) }

    const failure = await failureOf(parseProject({ ...requestFor(folders), sandbox: hanging }, calmControl({ timeoutMs: 1500 })))

    expect(failure.code).toBe('phase_timed_out')
    expect(failure.message).toMatch(/dbt parse.* 1\.5 s .*models\/marts\/endless\.sql/)
  })
})
