import { useState } from 'react'
import { useMessages, usePageState } from '../page-context.ts'
import classes from './layout.module.css'

/** At most two letters, of the first and the last word. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => /^./u.exec(word ?? '')?.[0] ?? '')
  return letters.join('').toUpperCase()
}

const isPicture = (address: string | null): address is string => address !== null && address.startsWith('https://')

/** Who looks: the name, and the picture or what stands for it. */
export const Viewer = () => {
  const { viewedBy } = useMessages()
  const viewer = usePageState(({ shown }) => shown?.viewer ?? null)
  const [hasFailed, setHasFailed] = useState(false)
  if (!viewer?.displayName) return null
  const { displayName, picture } = viewer
  return (
    <p className={classes['viewer']}>
      {isPicture(picture) && !hasFailed ? (
        <img className={classes['avatar']} src={picture} alt="" referrerPolicy="no-referrer" onError={() => setHasFailed(true)} />
      ) : (
        <span className={classes['avatar']} aria-hidden="true">
          {initialsOf(displayName)}
        </span>
      )}
      <span aria-hidden="true">{displayName}</span>
      <span className={classes['unseen']}>{viewedBy(displayName)}</span>
    </p>
  )
}
