import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How wide the element is, now and after each change. Nothing before it is there. */
export const useWidth = (): [RefObject<HTMLDivElement | null>, number | undefined] => {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number>()
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    setWidth(current.clientWidth)
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
