import { describe, expect, it } from 'vitest'
import { lintSource } from './lint-suppressions.ts'

const comment = (text: string): string => `// ${text}\nexport const a = 1\n`
const messagesOf = (source: string): string[] => lintSource(source).map(({ message }) => message)

describe('lintSource', () => {
  it.each([
    ['oxlint-disable-next-line no-console', 'oxlint-disable-next-line no-console -- the operator reads this on a terminal'],
    [
      'oxlint-disable-next-line -- the operator reads this on a terminal',
      'oxlint-disable-line no-var -- the sandbox of the engine has no let',
    ],
    ['biome-ignore format', 'biome-ignore format: the table reads better in columns'],
    ['@ts-expect-error', '@ts-expect-error the published types leave this field out'],
    ['@ts-expect-error wrong', '@ts-expect-error a caller may pass this from JavaScript'],
  ])('refuses "%s" and accepts "%s"', (refused, accepted) => {
    expect(lintSource(comment(refused))).toMatchObject([{ line: 1, message: expect.stringContaining('says why') }])
    expect(lintSource(comment(accepted))).toEqual([])
  })

  it.each(['@ts-ignore', '@ts-nocheck', 'eslint-disable-next-line'])('refuses %s even with a reason', (directive) => {
    expect(messagesOf(comment(`${directive} -- for a reason that sounds good`))).toHaveLength(1)
    expect(messagesOf(`/* ${directive} no-var */`)).toHaveLength(1)
    expect(messagesOf(`const text = '${directive}'`)).toEqual([])
  })

  it.each([
    'const a: any = 1',
    'f(b as any)',
    'let c: Map<string, any>',
    'type D = any[]',
    'type E = { f: any }',
    'g<any>()',
    'let h: any',
  ])('refuses any in %s', (source) => {
    expect(messagesOf(source)).toHaveLength(1)
    expect(messagesOf(source.replace('any', 'unknown'))).toEqual([])
  })

  it('ignores the word in strings, comments and names', () => {
    const source =
      "// as any\n/** takes: any */\n * or any,\nconst many = { any: 1 }\nconst text = ': any'\nexpect.any(Number)\nPromise.any([])\n"

    expect(lintSource(source)).toEqual([])
  })
})
