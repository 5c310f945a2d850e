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

  it('is read no further than it is kept: by the names of its fields, and so many of each', async () => {
    const errors = Array.from({ length: 300 }, () => ({ file: 'f'.repeat(900), line: 1e300, message: 'm'.repeat(9000), more: secret }))
    const more = Array.from({ length: 300_000 }, () => 'abcd')
    const cubesWithoutPolicy = [...Array.from({ length: 2000 }, () => 'c'.repeat(900)), { name: secret }]

    const began = performance.now()
    const { report, said } = await compileSaying(
      `${'\n'.repeat(1_000_000)}${JSON.stringify({ errors, warnings: [null, 7, { message: [secret] }], more, cubesWithoutPolicy })}`,
      'said\n'.repeat(100_000),
    )

    expect(report.errors).toEqual(Array.from({ length: 200 }, () => ({ file: 'f'.repeat(500), line: null, message: 'm'.repeat(2000) })))
    expect(report.warnings.map(({ message }) => message)).toEqual(['""', '""', '["[CUBEJS_DB_PASS]"]'])
    expect(report.cubesWithoutPolicy).toEqual(Array.from({ length: 1000 }, () => 'c'.repeat(500)))
    expect(said.length).toBeLessThanOrEqual(2001)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('names members as a compiler does, and nothing else', async () => {
    const members = ['orders.count', 'orders', 'a.b.c', 7, `a.${'x'.repeat(300)}`, `a.${secret}`, 'a.b\nc.d', 'Orders.Total_2']
    const { report } = await compileSaying(JSON.stringify({ members }))
    const { report: many } = await compileSaying(JSON.stringify({ members: Array.from({ length: 200_001 }, () => 'a.b') }))
    const { report: none } = await compileSaying('{}')

    expect(report.members).toEqual(['orders.count', 'a.b', 'c.d', 'Orders.Total_2'])
    expect([many.members, none.members]).toEqual([null, null])
  })

  it('can be stored, wherever it is cut and whatever is in it', async () => {
    const messages = [`${'x'.repeat(1999)}😀`, 'Unexpected \0 here', '\ud800']
    const { report, said } = await compileSaying(
      JSON.stringify({ errors: messages.map((message) => ({ file: message, line: 1, message })), cubesWithoutPolicy: messages }),
      messages.join('\n'),
    )
    const { report: without } = await compileSaying('none', `😀${'x'.repeat(1999)}\0`)

    for (const text of [
      ...said,
      ...report.cubesWithoutPolicy,
      ...[...report.errors, ...without.errors].flatMap((each) => [each.file ?? '', each.message]),
    ]) {
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toContain('\0')
    }
    expect(report.errors[1]?.message).toBe('Unexpected \ufffd here')
  })
})
