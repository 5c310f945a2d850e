import type { Frame } from '@facet/testkit/chromium'

/** What a person on a telephone stumbles over: a page that is wider than its window, text that is cut off, and targets too small to hit. */
export const layoutProblems = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const minTargetPx = 24
    const isSeen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const nameOf = (element: Element): string => `<${element.localName}> ${element.textContent.trim().slice(0, 40)}`
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = scrollWidth > clientWidth ? [`The page is ${scrollWidth} px wide in a window of ${clientWidth}.`] : []

    // A link within a sentence is as high as its line; a label is the target of what is in it.
    const targets = [...document.querySelectorAll('button, summary, select, input, textarea')].filter(isSeen)
    const small = targets.flatMap((target) => {
      const { width, height } = (target.closest('label') ?? target).getBoundingClientRect()
      return width >= minTargetPx && height >= minTargetPx ? [] : [`${nameOf(target)} is ${Math.round(width)} × ${Math.round(height)} px.`]
    })

    // What is said of a state is said whole.
    const said = [...document.querySelectorAll('h1, h2, button, p, label')].filter(
      (each) => isSeen(each) && !each.closest('[role=status], [role=group][tabindex="0"]'),
    )
    const cut = said.flatMap((each) => {
      const { overflowX } = getComputedStyle(each)
      const box = each.getBoundingClientRect()
      const isOutside = box.left < -1 || box.right > clientWidth + 1
      const isCut = overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1
      return isOutside || isCut ? [`${nameOf(each)} is cut off.`] : []
    })
    return [...wide, ...small, ...cut]
  })
