import type { Frame } from '@facet/testkit/chromium'
import { describe, expect, it } from 'vitest'
import { axeProblems } from './axe.ts'
import { everyKind } from './every-kind.ts'
import { focusProblems } from './focus.ts'
import { givenFrames } from './given-frames.ts'
import { layoutProblems } from './layout-problems.ts'

const frames = givenFrames()

type Fault = { name: string; notices: (frame: Frame) => Promise<string[]> } & (
  | { css: string }
  /** `null` takes the attribute away. */
  | { at: string; attribute: string; value: string | null }
)

const grain = '[data-widget=grain] select'

const faults: readonly Fault[] = [
  { name: 'a control without a label', at: grain, attribute: 'aria-labelledby', value: null, notices: axeProblems },
  { name: 'text that hardly differs from its ground', css: 'h2 { color: #ccc !important }', notices: axeProblems },
  { name: 'a state that headings do not have', at: 'h1', attribute: 'aria-checked', value: 'true', notices: axeProblems },
  { name: 'a role that is none', at: 'figure', attribute: 'role', value: 'chart', notices: axeProblems },
  { name: 'a page without a language', at: 'html', attribute: 'lang', value: null, notices: axeProblems },
  { name: 'a frame without a title', at: 'iframe', attribute: 'title', value: null, notices: axeProblems },
  { name: 'an order of its own', at: grain, attribute: 'tabindex', value: '5', notices: axeProblems },
  { name: 'no ring around what has the focus', css: ':focus-visible { outline: none !important }', notices: focusProblems },
  { name: 'a ring that is cut off', css: ':focus-visible { outline-offset: 6px !important }', notices: focusProblems },
  { name: 'the focus under something', css: 'header { position: fixed; inset: 0; z-index: 9 }', notices: focusProblems },
  { name: 'a page that is scrolled sideways', css: 'main { min-inline-size: 1400px }', notices: layoutProblems },
  {
    name: 'a button that is hard to hit',
    css: 'figure button { block-size: 12px !important; min-block-size: 0 !important; padding: 0 !important }',
    notices: layoutProblems,
  },
  { name: 'a title that is cut off', css: 'h2 { overflow: hidden; inline-size: 1.5em; white-space: nowrap }', notices: layoutProblems },
]

/** Puts the fault into the page. The policy allows no text as a style, but sheets that scripts make. */
const plant = (frame: Frame, fault: Fault): Promise<void> =>
  frame.evaluate(
    ({ css, at, attribute, value }) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(css)
      document.adoptedStyleSheets = [sheet]
      const element = at === '' ? null : document.querySelector(at)
      if (value === null) element?.removeAttribute(attribute)
      else element?.setAttribute(attribute, value)
    },
    'css' in fault ? { css: fault.css, at: '', attribute: '', value: null } : { css: '', ...fault, notices: undefined },
  )

describe('what looks for faults', () => {
  it('notices each that is planted, and none where there is none', async () => {
    const noticed: string[] = []
    const { frame, page } = await frames.plain({
      query: '?session=one&allowExport=true',
      height: 2100,
      prepare: (service) => {
        service.dashboard = everyKind
      },
    })
    await frame.locator('[data-widget=bar] figure[aria-busy=false] svg.marks').waitFor()
    await frame.locator('[data-widget=html] iframe').waitFor()
    await frame.locator('[data-widget=note] a').focus()
    await page.keyboard.press('Tab')
    const look = async (): Promise<string[]> => [
      ...(await axeProblems(frame)),
      ...(await layoutProblems(frame)),
      ...(await focusProblems(frame)),
    ]
    expect(await look()).toEqual([])
    for (const fault of faults) {
      const before = 'at' in fault ? await frame.locator(fault.at).first().getAttribute(fault.attribute) : null
      await plant(frame, fault)
      if ((await fault.notices(frame)).length > 0) noticed.push(fault.name)
      await plant(frame, 'at' in fault ? { ...fault, value: before } : { ...fault, css: '' })
    }

    expect(noticed).toEqual(faults.map(({ name }) => name))
    expect(await look()).toEqual([])
  })
})
