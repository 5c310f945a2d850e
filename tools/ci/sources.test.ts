import { describe, expect, it } from 'vitest'
import { createSources } from './sources.ts'

describe('what files take from each other', () => {
  const sources = createSources(
    new Map([
      [
        'a.ts',
        [
          'export const limit = 3',
          'export const plain = (n: number): number => n',
          'export const typed: Handler<typeof x> = async ({ body }) => body',
          'export const table: Record<string, (n: number) => number> = {}',
          'export class Failure {}',
          'export type Name = string',
        ].join('\n'),
      ],
      ['b.ts', "import { limit as most, type Name } from './a.ts'\nimport {\n  plain,\n  table,\n} from './a.ts'\n"],
      ['c.ts', "import * as a from './a.ts'\na.limit\n"],
      ['index.ts', "export { limit } from './a.ts'\nexport type { Name } from './a.ts'\n"],
      ['types.ts', "import type { Name } from './a.ts'\n\n/** A pair. */\nexport type Pair = {\n  one: Name\n}\n"],
    ]),
  )

  it('knows what is there at run time', () => {
    expect(sources.exportsOf('a.ts')).toEqual(['limit', 'plain', 'typed', 'table', 'Failure'])
    expect(sources.exportsOf('index.ts')).toEqual(['limit'])
  })

  it('finds who imports a name, also under another one and through a namespace', () => {
    expect(sources.importersOf('limit')).toEqual(['b.ts', 'index.ts', 'c.ts'])
    expect(sources.importersOf('table')).toEqual(['b.ts'])
    expect(sources.importersOf('Name')).toEqual([])
  })

  it('knows files of which nothing is left at run time', () => {
    expect(['a.ts', 'b.ts', 'types.ts', 'gone.ts'].filter(sources.hasOnlyTypes)).toEqual(['types.ts'])
  })
})
