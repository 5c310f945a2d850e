import type { MouseEvent } from 'react'

/** Acts on a button that goes away by it. Its widget has the focus then: else the next key would begin at the top of the page. */
export const keepingFocus =
  (act: () => void) =>
  ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    currentTarget.closest('section')?.focus({ preventScroll: true })
    act()
  }
