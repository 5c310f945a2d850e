import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame } from '@facet/testkit/chromium'
import type { AxeResults, ContextProp, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: RunOptions = {
  resultTypes: ['violations'],
  // The frame of an HTML report has no origin: what is in it is its author's.
  iframes: false,
}

const allRules: RunOptions = {
  ...options,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: {
    'target-size': { enabled: true },
    // Authors choose the levels of their headings in a text.
    'heading-order': { enabled: false },
  },
}
const colourRules: RunOptions = { ...options, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

type Axe = { run: (context: ContextProp, options: RunOptions) => Promise<AxeResults> }

/** `rules`: `colours` runs the rules that depend on the colour scheme. `within`: selectors of the parts to check, default: the document. */
export type AxeScope = { rules?: 'all' | 'colours'; within?: readonly string[] }

/** What axe finds against WCAG 2.2 AA, a line for each place. It is evaluated by the browser's debugger, which no policy of a page holds. */
export const axeProblems = async (frame: Frame, { rules = 'all', within }: AxeScope = {}): Promise<string[]> => {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  const { violations } = await frame.evaluate(
    ({ parts, wished }) => (window as unknown as { axe: Axe }).axe.run(parts ?? document, wished),
    { parts: within ? [...within] : null, wished: rules === 'all' ? allRules : colourRules },
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id} at ${target.join(' ')}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  )
}
