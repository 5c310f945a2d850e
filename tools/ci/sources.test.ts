import { describe, expect, it } from 'vitest'
import { createSources } from './sources.ts'

describe('what files take from each other', () => {
  const sources = createSources(
    new Map([
      ['a/limits.ts', 'export const limit = 3\n'],
      ['a/index.ts', "export { limit } from './limits.ts'\nexport type { Name } from './types.ts'\n"],
      ['b/by-path.ts', "import {\n  limit,\n} from '../a/limits.ts'\nimport type { Name } from '../a/types.ts'\n"],
      ['b/by-alias.ts', "import * as a from '#a'\nimport { things } from '#domains/b/things'\nimport { join } from 'node:path'\n"],
      ['domains/b/things/index.ts', ''],
      ['a/types.ts', "import type { Other } from './limits.ts'\n\n/** A pair. */\nexport type Name = {\n  one: Other\n}\n"],
    ]),
    { '#a': 'a/index.ts', '#domains/*': 'domains/*/index.ts' },
  )

  it('is found by path and by alias, without types', () => {
    expect(sources.importersOf('a/limits.ts')).toEqual(['a/index.ts', 'b/by-path.ts'])
    expect(sources.importersOf('a/index.ts')).toEqual(['b/by-alias.ts'])
    expect(sources.importersOf('domains/b/things/index.ts')).toEqual(['b/by-alias.ts'])
    expect(sources.importersOf('a/types.ts')).toEqual([])
  })

  it('leaves nothing of some at run time', () => {
    expect(['a/limits.ts', 'a/index.ts', 'a/types.ts', 'gone.ts'].filter(sources.hasOnlyTypes)).toEqual(['a/types.ts'])
  })
})
