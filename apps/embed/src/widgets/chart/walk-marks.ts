import type { PlacedMark } from './list-marks.ts'
import type { Item } from './scene.ts'
import type { Place } from './tooltip.ts'

type Walk = {
  marks: () => readonly PlacedMark[]
  onMark: (item: Item, place: Place) => void
  onChoose: (item: Item) => void
  onLeave: () => void
}

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
}

/** What the pointer does, by keys: arrows go from mark to mark and Enter looks into one. Returns what ends it. */
export const walkMarks = (box: HTMLElement, { marks, onMark, onChoose, onLeave }: Walk): (() => void) => {
  const over = new AbortController()
  const { signal } = over
  let at = 0

  const go = (step: number): void => {
    const all = marks()
    at = Math.min(Math.max(at + step, 0), all.length - 1)
    const mark = all[at]
    if (!mark) return
    // A chart that is larger than its box follows; another cannot be scrolled.
    box.scrollTo(mark.x - box.clientWidth / 2, mark.y - box.clientHeight / 2)
    const { left, top } = box.getBoundingClientRect()
    onMark(mark.item, { clientX: left + mark.x - box.scrollLeft, clientY: top + mark.y - box.scrollTop })
  }
  const onKey = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    const mark = event.key === 'Enter' ? marks()[at] : undefined
    if (mark) onChoose(mark.item)
    if (step === undefined) return
    event.preventDefault()
    go(step)
  }
  box.addEventListener('focus', () => box.matches(':focus-visible') && go(0), { signal })
  box.addEventListener('blur', onLeave, { signal })
  box.addEventListener('keydown', onKey, { signal })
  return () => over.abort()
}
