import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type RowWindow, rowWindow } from './row-window.ts'

/** Follows the scrolling and the size of a box, and says which of its rows are in sight. */
export const useScrollBox = (rowCount: number): { box: RefObject<HTMLDivElement | null>; rows: RowWindow } => {
  const box = useRef<HTMLDivElement>(null)
  const [rows, setRows] = useState(() => rowWindow(rowCount, 0, 600))

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = (): void => {
      const next = rowWindow(rowCount, element.scrollTop, element.clientHeight)
      setRows((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
    }
    const observer = new ResizeObserver(look)
    look()
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [rowCount])

  return { box, rows }
}
