import type { Look } from '../types.ts'
import type { Point } from './nearest-points.ts'

const sizePx = 9

/** Dots on the points that a tooltip is about. */
export const createPointMarkers = (
  box: HTMLElement,
  { accent, background }: Pick<Look, 'accent' | 'background'>,
): { show: (points: readonly Point[]) => void; hide: () => void } => {
  let dots: HTMLElement[] = []
  const hide = (): void => {
    for (const dot of dots) dot.remove()
    dots = []
  }
  const dotAt = ({ item: { stroke, fill }, x, y }: Point): HTMLElement => {
    const dot = document.createElement('span')
    const colour = [stroke, fill].find((each) => typeof each === 'string' && each !== 'transparent')
    dot.ariaHidden = 'true'
    Object.assign(dot.style, {
      position: 'absolute',
      left: `${x - sizePx / 2}px`,
      top: `${y - sizePx / 2}px`,
      width: `${sizePx}px`,
      height: `${sizePx}px`,
      boxSizing: 'border-box',
      borderRadius: '50%',
      border: `2px solid ${background}`,
      background: typeof colour === 'string' ? colour : accent,
      pointerEvents: 'none',
    })
    return dot
  }
  return {
    show: (points) => {
      hide()
      dots = points.map(dotAt)
      box.append(...dots)
    },
    hide,
  }
}
