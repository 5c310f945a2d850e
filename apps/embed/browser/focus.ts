import type { Frame } from '@facet/testkit/chromium'

/** What has the focus: its element and its name. */
export const focused = (frame: Frame): Promise<string> =>
  frame.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nothing'
    const textOf = (id: string): string => document.querySelector(`[id="${id}"]`)?.textContent ?? ''
    const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean).map(textOf).join(' ')
    const around = element.closest('label')?.textContent ?? ''
    const name = element.getAttribute('aria-label') ?? (labelled || around || element.getAttribute('title') || element.textContent)
    return `${element.localName} ${name}`.trim()
  })

/** What keeps a person from seeing where the focus is: no ring, a thin one, one that is cut off, or something over it. */
export const focusProblems = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return ['Nothing has the focus.']
    // What is within has a ring of its own: the calendar of a date, the report in a frame.
    if (element.localName === 'iframe' || (element.matches('[type=date]') && getComputedStyle(element).outlineStyle === 'none')) return []
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
    const [width = 0, offset = 0] = [outlineWidth, outlineOffset].map((length) => Number(length.replace('px', '')))
    if (outlineStyle === 'none' || width < 2) return [`Its ring is ${outlineStyle}, ${outlineWidth}.`]

    const box = element.getBoundingClientRect()
    const reach = offset + width
    const ring = { left: box.left - reach, top: box.top - reach, right: box.right + reach, bottom: box.bottom + reach }
    const clips = (each: Element): boolean => {
      const { overflowX, contentVisibility, contain } = getComputedStyle(each)
      return overflowX !== 'visible' || contentVisibility === 'auto' || contain.includes('paint')
    }
    const cut: string[] = []
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
      if (!clips(around)) continue
      const { left, top, right, bottom } = around.getBoundingClientRect()
      const isWhole = ring.left >= left - 1 && ring.top >= top - 1 && ring.right <= right + 1 && ring.bottom <= bottom + 1
      if (!isWhole) cut.push(`Its ring is cut off by ${around.localName}.${around.className}.`)
    }
    const over = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    const isCovered = over !== null && !element.contains(over) && !over.contains(element)
    return isCovered ? [...cut, `It is covered by ${over.localName}.${over.getAttribute('class') ?? ''}.`] : cut
  })

/** Where the element with the focus stands among all of the document. */
export const focusPlace = (frame: Frame): Promise<number> =>
  frame.evaluate(() => (document.activeElement ? [...document.querySelectorAll('*')].indexOf(document.activeElement) : -1))
