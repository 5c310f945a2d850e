import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether the element has come into view once. It reaches out above its widget: margins of observers do not hold in foreign frames. */
export const useNear = (onNear: () => void): [RefObject<HTMLSpanElement | null>, boolean] => {
  const element = useRef<HTMLSpanElement>(null)
  const told = useRef(onNear)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    told.current = onNear
  })
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      setIsNear(true)
      told.current()
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return [element, isNear]
}
