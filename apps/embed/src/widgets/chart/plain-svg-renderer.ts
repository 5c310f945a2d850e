import { renderModule, SVGRenderer, SVGHandler } from 'vega-scenegraph'
import { plainPaint } from './plain-paint.ts'

/** Draws marks as the library does, with colours and gradients alone. */
class PlainSvgRenderer extends SVGRenderer {
  override style(element: Element, item: { fill?: unknown; stroke?: unknown } | null): void {
    if (item) {
      item.fill = plainPaint(item.fill)
      item.stroke = plainPaint(item.stroke)
    }
    super.style(element, item)
  }
}

/** Views that are drawn as SVG use it from now on. */
export const usePlainPaints = (): void => {
  renderModule('svg', { renderer: PlainSvgRenderer, handler: SVGHandler })
}
