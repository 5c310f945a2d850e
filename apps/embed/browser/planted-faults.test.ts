import type { Frame } from '@facet/testkit/chromium'
import { describe, expect, it } from 'vitest'
import { axeProblems } from './axe.ts'
import { onlyWidgets } from './every-kind.ts'
import { focusProblems } from './focus.ts'
import { givenFrames } from './given-frames.ts'
import { layoutProblems } from './layout-problems.ts'

const frames = givenFrames()

type Fault = { name: string } & (
  | { css: string }
  /** `null` removes the attribute. */
  | { at: string; attribute: string; value: string | null }
)

const grain = '[data-widget=grain] select'

/** By the axe rule that notices each. All are planted at once. */
const axeFaults: Readonly<Record<string, Fault>> = {
  'select-name': { name: 'a control without a label', at: grain, attribute: 'aria-labelledby', value: null },
  'color-contrast': { name: 'text with too little contrast', css: 'h2 { color: #ccc !important }' },
  'aria-allowed-attr': { name: 'a state that headings do not have', at: 'h1', attribute: 'aria-checked', value: 'true' },
  'aria-roles': { name: 'an unknown role', at: 'figure', attribute: 'role', value: 'chart' },
  'html-has-lang': { name: 'a page without a language', at: 'html', attribute: 'lang', value: null },
  'frame-title': { name: 'a frame without a title', at: 'iframe', attribute: 'title', value: null },
  tabindex: { name: 'a tab order of its own', at: grain, attribute: 'tabindex', value: '5' },
}

const faults: readonly (Fault & { notices: (frame: Frame) => Promise<string[]> })[] = [
  { name: 'no focus ring', css: ':focus-visible { outline: none !important }', notices: focusProblems },
  { name: 'a focus ring that is cut off', css: ':focus-visible { outline-offset: 6px !important }', notices: focusProblems },
  { name: 'a covered focus', css: 'header { position: fixed; inset: 0; z-index: 9 }', notices: focusProblems },
  { name: 'a page that scrolls sideways', css: 'main { min-inline-size: 1400px }', notices: layoutProblems },
  {
    name: 'a button that is hard to hit',
    css: 'figure button { block-size: 12px !important; min-block-size: 0 !important; padding: 0 !important }',
    notices: layoutProblems,
  },
  { name: 'a title that is cut off', css: 'h2 { overflow: hidden; inline-size: 1.5em; white-space: nowrap }', notices: layoutProblems },
]

/** Plants the fault and returns what removes it. The policy allows no inline styles, but style sheets that scripts make. */
const plant = async (frame: Frame, fault: Fault): Promise<() => Promise<void>> => {
  const change =
    'css' in fault
      ? { css: fault.css, at: '', attribute: '', value: '' }
      : { css: '', at: fault.at, attribute: fault.attribute, value: fault.value }
  const planted = await frame.evaluateHandle(({ css, at, attribute, value }) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    const element = at === '' ? null : document.querySelector(at)
    if (value === null) element?.removeAttribute(attribute)
    else element?.setAttribute(attribute, value)
    return sheet
  }, change)
  return () => planted.evaluate((sheet) => sheet.replaceSync(''))
}

const opened = async () => {
  const shown = await frames.plain({
    query: '?session=one&allowExport=true',
    height: 2100,
    prepare: (service) => {
      service.dashboard = onlyWidgets('grain', 'note', 'bar', 'html')
    },
  })
  const { frame, page } = shown
  await frame.locator('[data-widget=bar] figure[aria-busy=false] svg.marks').waitFor()
  await frame.locator('[data-widget=html] iframe').waitFor()
  await frame.locator('[data-widget=note] a').focus()
  await page.keyboard.press('Tab')
  return shown
}

describe('the checks of the page', () => {
  it('report each planted fault, and nothing without one', async () => {
    const { frame } = await opened()
    const look = async (): Promise<string[]> => [...(await layoutProblems(frame)), ...(await focusProblems(frame))]
    expect([...(await look()), ...(await axeProblems(frame))]).toEqual([])
    const noticed: string[] = []
    for (const fault of faults) {
      const unplant = await plant(frame, fault)
      if ((await fault.notices(frame)).length > 0) noticed.push(fault.name)
      await unplant()
    }
    expect(noticed).toEqual(faults.map(({ name }) => name))
    expect(await look()).toEqual([])

    for (const fault of Object.values(axeFaults)) await plant(frame, fault)
    const rules = (await axeProblems(frame)).map((problem) => problem.split(' ')[0])
    expect(new Set(rules)).toEqual(new Set(Object.keys(axeFaults)))
  })
})
