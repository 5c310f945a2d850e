import { propertyRuns } from '@facet/testkit/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { starterFiles } from './starter/index.ts'
import { parseTree, type Tree } from './tree.ts'

const samples = starterFiles().flatMap(({ path, content }) => (path.endsWith('.yml') ? [content] : []))
const numRuns = propertyRuns(1000)

/** Any text parses to a tree with valid line numbers, or to an error with a line and a reason. */
const expectAnswer = (content: string): void => {
  const lines = content.split('\n').length
  const parsed = parseTree(content)
  if ('reason' in parsed) {
    expect(parsed.reason, content).toMatch(/\.$|: /)
    expect(parsed.line, content).toBeGreaterThan(0)
    return
  }
  const expectLines = (tree: Tree): void => {
    expect(tree.line, content).toBeGreaterThan(0)
    expect(tree.line, content).toBeLessThanOrEqual(lines)
    if (tree.kind === 'list') tree.items.forEach(expectLines)
    if (tree.kind === 'map') for (const value of tree.entries.values()) expectLines(value)
  }
  expectLines(parsed.tree)
}

/** A tree as plain values. */
const valueOf = (tree: Tree): unknown => {
  if (tree.kind === 'scalar') return tree.value
  return tree.kind === 'list' ? tree.items.map(valueOf) : Object.fromEntries([...tree.entries].map(([key, value]) => [key, valueOf(value)]))
}
const valuesOf = (content: string): unknown => {
  const parsed = parseTree(content)
  return 'tree' in parsed ? valueOf(parsed.tree) : parsed.reason
}

describe('parseTree', () => {
  it('parses the usual parts of model files', () => {
    const common = 'cubes:\n- name: a # b\n  sql: |\n    SELECT 1\n\n    FROM x\n  n: 5\n  empty:\n  flags: [a, "b, c"]\n  title: it\'s\n'

    expect(valuesOf(common)).toEqual({
      cubes: [{ name: 'a', sql: 'SELECT 1\n\nFROM x\n', n: 5, empty: null, flags: ['a', 'b, c'], title: "it's" }],
    })
    for (const sample of samples) expect(valuesOf(sample)).toBeTypeOf('object')
  })

  it.each([
    ['a: 012', { a: 12 }],
    ['a: ~', { a: null }],
    ['a: TRUE', { a: true }],
    ['a: yes', { a: 'yes' }],
    ['a: 7 days', { a: '7 days' }],
    ['a: x#y', { a: 'x#y' }],
    ['a: x #y', { a: 'x' }],
    ["a: 'b''c'", { a: "b'c" }],
    ['a: "b\\n"', { a: 'b\n' }],
    ['a: >-\n  b\n  c\n', { a: 'b c' }],
    ['- &a x\n- *a\n', ['x', 'x']],
    ['a: &b { c: 1 }\nd:\n  <<: *b\n  e: 2\n', { a: { c: 1 }, d: { e: 2, c: 1 } }],
    ['a: b: c', expect.stringContaining('It is not valid YAML')],
    ['a: [x', expect.stringContaining('It is not valid YAML')],
    ['a: 1\na: 2\n', 'A key is given twice.'],
    ['\ta: 1', expect.stringContaining('It is not valid YAML')],
    ['', null],
    ['# nothing', null],
  ])('parses %j as YAML defines it', (content, values) => {
    expect(valuesOf(content)).toEqual(values)
  })

  it.each([
    ['more commas than a model has', `a: [${'1,'.repeat(300_000)}1]`, 'more than 200000 marks'],
    ['more lines than a model has', '#\n'.repeat(150_000), 'more than 200000 marks'],
    ['more values than a model has', Array.from({ length: 126_000 }, () => '- - x\n').join(''), 'more than 250000 values'],
    [
      'more levels than a model has',
      `${Array.from({ length: 80 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')} 1\n`,
      'more than 60 levels',
    ],
    ['brackets without end', '['.repeat(2000), 'open brackets'],
    [
      'aliases of aliases',
      Array.from({ length: 9 }, (_, n) => `a${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1},`.repeat(9)}]`).join('\n'),
      'aliases stand for more than',
    ],
    ['an alias of itself', 'a: &a [*a]', 'names no value before it'],
    ['more bytes than a file of a model has', `# ${'x'.repeat(1_100_000)}`, 'larger than 1 MB'],
    ['lists in lists in one line', `${'- '.repeat(20_000)}x`, ''],
  ])('refuses %s', (_what, content, reason) => {
    const parsed = parseTree(content)

    expect('reason' in parsed && parsed.reason).toContain(reason)
  })

  it('never throws for lines in any order and depth', () => {
    const text = fc.constantFrom(
      ...'cubes:¦- name: a¦name: b¦- b¦-¦- ¦sql: |¦sql: >-¦x: >¦k: "v" # c¦n: 12¦n: 012¦n: 1.5¦t: true¦u: null¦u: ~¦# c¦¦   ¦free text'.split(
        '¦',
      ),
      ...`k: 'v'¦a: b: c¦a:¦a: [x, "y"]¦a: [x¦a: {x: 1}¦- - x¦- a: 1¦b:  2¦c : 3¦d: x #y¦e: x#y¦f: *a¦- &a x¦<<: x¦--- ¦---¦...`.split('¦'),
      ...`? x¦: y¦"q": 1¦u: it's¦a: "b" c¦d: 7 days¦sql: {CUBE}.id¦s: 'a''b'¦s: "a\\n"¦true: 1¦__proto__: 1¦constructor: 2¦v: toString`.split(
        '¦',
      ),
    )
    const line = fc.tuple(fc.constantFrom(0, 0, 2, 2, 4, 4, 6, 1, 3), text).map(([indent, words]) => `${' '.repeat(indent)}${words}`)
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), (lines) => expectAnswer(`${lines.join('\n')}\n`)),
      { numRuns },
    )
  })

  it('never throws for models with a random edit', () => {
    const slip = fc.record({
      sample: fc.constantFrom(...samples),
      at: fc.nat(2000),
      length: fc.nat(4),
      insert: fc.oneof(
        fc.constantFrom('', '  ', '\n\n', '- ', ': ', ' #', '\u0085', '\u00A0', ...' \n:#"\'|[,\t\r\\&'.split('')),
        fc.string({ maxLength: 3 }),
      ),
    })
    fc.assert(
      fc.property(slip, ({ sample, at, length, insert }) => {
        const start = at % sample.length
        expectAnswer(`${sample.slice(0, start)}${insert}${sample.slice(start + length)}`)
      }),
      { numRuns },
    )
  })
})
