import type { BrokenContent } from '@facet/contract'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { diffMarkdown, diffModelFiles, diffSarif } from './index.ts'

const hostile = 'a|b`c`<img src=x onerror=alert(1)>\n# head [l](http://x) @team \u202Egnp\u0000'
const file = (cubes: object[], path = 'model/a.yml'): { path: string; content: string } => ({ path, content: stringify({ cubes }) })
const cube = (name: string, more: object = {}): object => ({
  name,
  sql_table: 't',
  dimensions: [{ name: 'x', sql: 'x', type: 'string' }],
  ...more,
})
const diff = diffModelFiles(
  [file([cube('orders', { title: 'A' }), cube('gone', { sql_table: 'other' }), cube('kept', { access_policy: [{ group: 'a' }] })])],
  [
    file([
      cube('orders', { title: 'B' }),
      cube('kept', { access_policy: [{ group: 'a' }, { group: hostile }] }),
      cube(hostile, { segments: [] }),
    ]),
    { path: 'model/../ü "x".js', content: 'cube()' },
  ],
)

const use = { member: 'gone.x', reason: 'removed', usedIn: 'filter', part: hostile, byText: false } as const
const content: BrokenContent = {
  items: [
    { type: 'DASHBOARD', id: 1, name: hostile, owner: { id: 7, email: hostile }, isShownToCustomers: true, uses: [use, use] },
    { type: 'REPORT', id: 2, name: 'Plain', owner: { id: 0, email: '' }, isShownToCustomers: false, uses: [use] },
  ],
  total: 12,
  shownToCustomers: 3,
  hasMore: true,
  isUncertain: true,
  needsAcknowledgement: false,
  renames: [],
}

describe('the review comment', () => {
  const markdown = diffMarkdown(diff)

  it('starts with the counts, then what breaks, then who sees more', () => {
    expect(markdown.split('\n')[0]).toBe('**Data model:** 1 breaking, 2 widening, 1 narrowing, 1 opaque, 1 compatible.')
    expect(markdown.indexOf('### Breaking')).toBeLessThan(markdown.indexOf('### Someone sees more'))
    expect(markdown).toContain('<summary>Files (2)</summary>')
  })

  it('says what content breaks, whose it is and what is not listed', () => {
    const review = diffMarkdown(diff, content)

    expect(review).toContain('12 reports and dashboards break; customers see 3. A part of the change could not be read: there may be more.')
    expect(review).toContain('| Report Plain | nobody |  | gone.x \\(filter of')
    expect(review).toContain('10 more are not listed here.')
    expect(diffMarkdown(diff, { ...content, items: [], total: 0, isUncertain: false })).toBe(markdown)
  })

  it.each([
    ['the model', markdown],
    ['content', diffMarkdown(diff, content)],
  ])('lets no name of %s leave its cell', (_, text) => {
    expect(text).not.toContain('<img')
    expect(text).not.toContain('\u202E')
    expect(text).not.toContain('\u0000')
    expect(text).not.toMatch(/^# head/m)
    expect(text).not.toMatch(/(?<!\\)`|[^\\]\]\(|@team|http:\/\//)
    const rows = text.split('\n').filter((line) => line.startsWith('| '))
    const cells = rows.map((row) => row.split(/(?<!\\)\|/).length - 2)
    expect(new Set(cells)).toEqual(new Set([2, 3, 4]))
  })

  it('says so when nothing changed', () => {
    expect(diffMarkdown(diffModelFiles([], []))).toBe('**Data model:** no change.\n')
  })

  it('counts what it does not list', () => {
    const many = Array.from({ length: 130 }, (_, index) => cube(`c${index}`))
    expect(diffMarkdown(diffModelFiles([], [file(many)]))).toContain('And 30 more.')
  })
})

describe('the SARIF document', () => {
  const sarif = diffSarif(diff, { version: '0.1.0', automationId: 'model/7' })
  const [run] = sarif.runs

  it('has the structure of SARIF 2.1.0', () => {
    expect(sarif).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Facet model diff', version: '0.1.0' } } }] })
    const rules = run?.tool.driver.rules ?? []
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
    for (const result of run?.results ?? []) {
      expect(rules[result.ruleIndex]?.id).toBe(result.ruleId)
      expect(['error', 'warning', 'note']).toContain(result.level)
      for (const bad of ['\u202E', '\u0000', '\n']) expect(result.message.text).not.toContain(bad)
      const { artifactLocation, region } = result.locations[0]?.physicalLocation ?? {}
      expect(new URL(artifactLocation?.uri ?? '', 'https://repo/root/').href).toBe(`https://repo/root/${artifactLocation?.uri}`)
      expect(region?.startLine).toBeGreaterThan(0)
      expect(result.partialFingerprints['facetModelChange/v1']).toMatch(/^[0-9a-f]{64}$/)
    }
  })

  it('gives breaking changes as errors and widening ones as warnings', () => {
    expect(run?.results.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual([
      'cube-removed error',
      'cube-added warning',
      'policy-changed warning',
      'opaque-changed warning',
      'cube-description-changed note',
    ])
  })

  it('tells what content each breaking change breaks', () => {
    const results = diffSarif(diff, { version: '1', content }).runs[0]?.results ?? []
    const told = results.filter(({ properties }) => properties.breaks)

    expect(told.map(({ ruleId }) => ruleId)).toEqual(['cube-removed'])
    expect(told[0]?.properties.breaks).toEqual([
      expect.stringMatching(/^Dashboard "a\|b.*" of a\|b.*, which customers see$/),
      'Report "Plain" of nobody',
    ])
    expect(JSON.stringify(told)).not.toContain('\u202E')
  })

  it('keeps fingerprints when lines move', () => {
    const moved = diffModelFiles(
      [file([cube('a')])],
      [{ path: 'model/a.yml', content: `# more\n\n${file([cube('a', { title: 'A' })]).content}` }],
    )
    const still = diffModelFiles([file([cube('a')])], [file([cube('a', { title: 'A' })])])
    const prints = [moved, still].map((each) =>
      diffSarif(each, { version: '1' }).runs[0]?.results.map((result) => result.partialFingerprints),
    )
    expect(prints[0]).toEqual(prints[1])
    expect(moved.changes[0]?.line).not.toBe(still.changes[0]?.line)
  })
})
