const maxAlternations = 5
/** What goes back and forth slower than this is a person who opens and closes something. */
const alternationMs = 1000

export type HeightReport = { send: (px: number) => void; onLoop: () => void }

/** Decides which heights are sent: those that differ by a pixel, until they go back and forth. */
export const createHeights = ({ send, onLoop }: HeightReport): ((px: number, isOfFrame: boolean) => void) => {
  let last = Number.NaN
  let before = Number.NaN
  let lastAt = 0
  let alternations = 0

  /** `isOfFrame`: it changed by as much as the frame did, so that sending it may change it again. */
  return (px, isOfFrame) => {
    if (alternations >= maxAlternations || Math.abs(px - last) < 1) return
    const now = performance.now()
    const isLoop = (isOfFrame || Math.abs(px - before) < 1) && now - lastAt < alternationMs
    alternations = isLoop ? alternations + 1 : 0
    if (alternations >= maxAlternations) return onLoop()
    before = last
    last = px
    lastAt = now
    send(px)
  }
}

/**
 * Tells how high the wrapper is. It must be laid out by its content alone: the height of the document cannot shrink below the frame's.
 * Content that follows the frame all the same (`100vh` and a margin) would make it grow without end; that is noticed, and ends it.
 */
export const observeHeight = (wrapper: Element, report: HeightReport): (() => void) => {
  const view = wrapper.ownerDocument.defaultView as Window
  const next = createHeights(report)
  let last = { px: Number.NaN, width: 0, height: 0 }

  const observer = new ResizeObserver(() => {
    const { innerWidth: width, innerHeight: height } = view
    const { height: px } = wrapper.getBoundingClientRect()
    const isOfFrame = width === last.width && height !== last.height && Math.abs(px - last.px - (height - last.height)) < 1
    last = { px, width, height }
    next(px, isOfFrame)
  })
  observer.observe(wrapper)
  return () => observer.disconnect()
}
