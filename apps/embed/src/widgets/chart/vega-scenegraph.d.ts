/** What is used of the part of Vega that draws, which says nothing of its types itself. */
declare module 'vega-scenegraph' {
  export class SVGRenderer {
    style(element: Element, item: object | null): void
  }
  export const SVGHandler: unknown
  export const renderModule: (name: string, module: { renderer: typeof SVGRenderer; handler: unknown }) => void
}
