import { describe, expect, it } from 'vitest'
import { createCubeCompiler } from './cube-compiler.ts'

const secret = 'hunter-two-hunter-two'

/** The compiler over a sandbox in which the model's code said this. */
const compileSaying = async (stdout: string, stderr = '') => {
  const said: string[] = []
  const compiler = createCubeCompiler({
    sandbox: { run: async () => ({ code: 0, signal: null, stdout: Buffer.from(stdout), stderr }) },
    programs: { folder: '/programs', compile: 'compile.js', serve: 'serve.js', testConnection: 'test-connection.js' },
    getEngine: (version) => ({ version, folder: '/engine' }) as never,
    memoryBytes: 512 * 1_048_576,
  })
  const report = await compiler.compile({
    folder: '/model',
    engineVersion: '1.7.43',
    variables: { CUBEJS_DB_TYPE: 'postgres', CUBEJS_DB_PASS: secret },
    signal: new AbortController().signal,
    onLine: (line) => void said.push(line),
  })
  return { report, said }
}

describe('what a model says while it is compiled', () => {
  it('names variables in place of their values, in errors and in lines', async () => {
    const errors = [{ file: 'model/a.js', line: 3, message: `no such thing: ${secret}` }]

    const { report, said } = await compileSaying(JSON.stringify({ errors }), `looking\nwith ${secret}\n`)

    expect(report.errors).toEqual([{ file: 'model/a.js', line: 3, message: 'no such thing: [CUBEJS_DB_PASS]' }])
    expect(said).toEqual(['looking', 'with [CUBEJS_DB_PASS]'])
  })

  it('shows no half of a value where a message is cut', async () => {
    const errors = [{ file: null, line: null, message: `${'x'.repeat(2000 - 10)}${secret}` }]

    const { report } = await compileSaying(JSON.stringify({ errors }))
    const { report: without } = await compileSaying('no report', `${secret}${'x'.repeat(2000 - 10)}`)

    expect(JSON.stringify([report, without])).not.toMatch(/hunter|hunter-two$|-two-/)
  })
})
