import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame } from '@facet/testkit/chromium'
import type { AxeResults, RunOptions } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: {
    'target-size': { enabled: true },
    // Authors choose the levels of their headings in a text.
    'heading-order': { enabled: false },
  },
  resultTypes: ['violations'],
  // The frame of an HTML report has no origin: what is in it is its author's.
  iframes: false,
}

/** What axe finds against WCAG 2.2 AA, a line for each place. It is evaluated by the browser's debugger, which no policy of a page holds. */
export const axeProblems = async (frame: Frame): Promise<string[]> => {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
  const { violations } = await frame.evaluate(
    (wish) =>
      (window as unknown as { axe: { run: (context: Document, wished: RunOptions) => Promise<AxeResults> } }).axe.run(document, wish),
    options,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html, failureSummary }) => `${id} at ${target.join(' ')}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  )
}
