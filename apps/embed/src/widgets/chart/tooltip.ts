export type TooltipLine = { name: string; value: string }

/** Where it points, in the window. */
export type Place = Pick<PointerEvent, 'clientX' | 'clientY'>
/** `isSpoken`: whoever goes by keys hears it. */
type Shown = { lines: readonly TooltipLine[]; place: Place; isSpoken?: boolean }
export type Tooltip = { show: (shown: Shown) => void; hide: () => void; remove: () => void }

const gapPx = 12
const hideAfterMs = 150

/**
 * A box that follows the pointer. Texts are texts: nothing in them is read as HTML. It stays while the pointer is over it and goes with
 * Escape, so that what it says can be read in peace.
 */
export const createTooltip = (className: string, frame: HTMLElement): Tooltip => {
  const hasPopover = 'popover' in HTMLElement.prototype
  const box = document.createElement('div')
  box.className = className
  box.hidden = true
  box.setAttribute('role', 'tooltip')
  // Above all else, and placed by the window: a widget that is drawn by itself would cut it off, and be what it is placed by.
  if (hasPopover) box.popover = 'manual'
  frame.append(box)
  let timer: ReturnType<typeof setTimeout> | undefined

  const hideNow = (): void => {
    clearTimeout(timer)
    box.hidden = true
    // What was taken out of the page with its chart is closed by that, and asking for it again is an error.
    if (hasPopover && box.isConnected) box.togglePopover(false)
  }
  const hide = (): void => {
    clearTimeout(timer)
    timer = setTimeout(hideNow, hideAfterMs)
  }
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') hideNow()
  }
  box.addEventListener('pointerenter', () => clearTimeout(timer))
  box.addEventListener('pointerleave', hide)
  document.addEventListener('keydown', onKey)

  return {
    show: ({ lines, place: { clientX, clientY }, isSpoken = false }) => {
      clearTimeout(timer)
      box.ariaLive = isSpoken ? 'polite' : 'off'
      box.replaceChildren(
        ...lines.map(({ name, value }) => {
          const line = document.createElement('div')
          const [term, text] = [document.createElement('span'), document.createElement('b')]
          term.textContent = name
          text.textContent = value
          line.append(...(name === '' ? [text] : [term, text]))
          return line
        }),
      )
      box.hidden = lines.length === 0
      if (hasPopover) box.togglePopover(lines.length > 0)
      const { width, height } = box.getBoundingClientRect()
      const left = clientX + gapPx + width > innerWidth ? clientX - gapPx - width : clientX + gapPx
      const top = clientY + gapPx + height > innerHeight ? clientY - gapPx - height : clientY + gapPx
      box.style.translate = `${Math.max(0, left)}px ${Math.max(0, top)}px`
    },
    hide,
    remove: () => {
      hideNow()
      document.removeEventListener('keydown', onKey)
      box.remove()
    },
  }
}
