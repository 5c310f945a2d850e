import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { starterFiles } from '#model'
import { parsePlainYaml } from './plain-yaml.ts'
import { parseFullTree } from './tree.ts'

const samples = starterFiles().flatMap(({ path, content }) => (path.endsWith('.yml') ? [content] : []))
const numRuns = 3000

/** Where the fast reader answers at all, it answers what the full parser does. */
const expectSame = (content: string): void => {
  const plain = parsePlainYaml(content)
  if (plain) expect(parseFullTree(content), content).toEqual({ tree: plain })
}

describe('the fast reader of plain YAML', () => {
  it('reads what model files are mostly made of', () => {
    const common = 'cubes:\n- name: a # b\n  sql: |\n    SELECT 1\n\n    FROM x\n  n: 5\n  empty:\n  flags: [a, "b, c"]\n  title: it\'s\n'
    expect(parsePlainYaml(common)).toEqual((parseFullTree(common) as { tree: unknown }).tree)
    for (const sample of samples) expectSame(sample)
    expect(parsePlainYaml(samples[2] ?? '')).not.toBeNull()
  })

  it('agrees with the full parser on lines in any order and depth', () => {
    const text = fc.constantFrom(
      ...[
        'cubes:',
        '- name: a',
        'name: b',
        '- b',
        '-',
        '- ',
        'sql: |',
        'sql: >-',
        'x: >',
        'k: "v" # c',
        "k: 'v'",
        'n: 12',
        'n: 012',
        'n: 1.5',
        't: true',
        'u: null',
        'u: ~',
      ],
      ...[
        '# c',
        '',
        '   ',
        'free text',
        'a: b: c',
        'a:',
        'a: [x, "y"]',
        'a: [x',
        'a: {x: 1}',
        '- - x',
        '- a: 1',
        'b:  2',
        'c : 3',
        'd: x #y',
        'e: x#y',
        'f: *a',
        '- &a x',
        '<<: x',
      ],
      ...[
        '--- ',
        '---',
        '...',
        '? x',
        ': y',
        '"q": 1',
        "u: it's",
        'a: "b" c',
        'd: 7 days',
        'sql: {CUBE}.id',
        "s: 'a''b'",
        's: "a\\n"',
        'true: 1',
        '__proto__: 1',
        'constructor: 2',
        'v: toString',
      ],
    )
    const line = fc.tuple(fc.constantFrom(0, 0, 2, 2, 4, 4, 6, 1, 3), text).map(([indent, words]) => `${' '.repeat(indent)}${words}`)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), (lines) => expectSame(`${lines.join('\n')}\n`)),
      { numRuns },
    )
  })

  it('agrees with the full parser on models with a slip in them', () => {
    const slip = fc.record({
      sample: fc.constantFrom(...samples),
      at: fc.nat(2000),
      length: fc.nat(4),
      insert: fc.oneof(
        fc.constantFrom(
          '',
          ' ',
          '  ',
          '\n',
          '\n\n',
          '- ',
          ':',
          ': ',
          '#',
          ' #',
          '"',
          "'",
          '|',
          '[',
          ',',
          '\t',
          '\r',
          '\\',
          '&',
          '\u0085',
          '\u00A0',
        ),
        fc.string({ maxLength: 3 }),
      ),
    })
    fc.assert(
      fc.property(slip, ({ sample, at, length, insert }) => {
        const start = at % sample.length
        expectSame(`${sample.slice(0, start)}${insert}${sample.slice(start + length)}`)
      }),
      { numRuns },
    )
  })
})
