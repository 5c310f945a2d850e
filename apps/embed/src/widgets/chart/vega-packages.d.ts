/** What is used of the parts of Vega, which say nothing of their types themselves. */
declare module 'vega-dataflow' {
  export const transforms: Record<string, unknown>
}
declare module 'vega-transforms'
declare module 'vega-view-transforms'
declare module 'vega-encode'

declare module 'vega-parser' {
  export const parse: (spec: object, config: object, options: { ast: true }) => object
}

declare module 'vega-view' {
  // The types of scene.ts: a declaration of a package can import none of ours.
  type Mark = { marktype: string; role?: string; items: readonly Item[] }
  type Bounds = { x1: number; y1: number; x2: number; y2: number }
  type Item = {
    datum?: unknown
    tooltip?: unknown
    mark?: Mark
    items?: readonly Mark[]
    x?: number
    y?: number
    width?: number
    height?: number
    defined?: boolean
    stroke?: unknown
    fill?: unknown
    bounds?: Bounds
  }
  type Write = (value: unknown) => string
  type NumberLocale = {
    format: (specifier: unknown) => Write
    formatPrefix: (specifier: unknown, value: number) => Write
    formatFloat: (specifier: unknown) => Write
    formatSpan: (start: number, stop: number, count: number, specifier: unknown) => Write
  }
  type Options = {
    renderer: 'none' | 'svg' | 'canvas'
    loader: object
    expr: unknown
    locale: { number: object; time: object }
    logger: object
    tooltip: () => void
  }
  export class View {
    constructor(runtime: object, options: Options)
    locale(): NumberLocale
    locale(locale: NumberLocale): this
    renderer(type: 'svg' | 'canvas'): this
    initialize(box: Element): this
    width(pixels: number): this
    height(pixels: number): this
    signal(name: string, value: unknown, options?: { force: boolean }): this
    data(name: string, rows: readonly object[]): this
    description(text: string): this
    origin(): [number, number]
    padding(): { left: number; top: number }
    runAsync(): Promise<this>
    resize(): this
    addEventListener(type: string, listener: (event: PointerEvent, item: Item | null | undefined) => void): this
    scenegraph(): { root: { items: readonly Item[] } }
    finalize(): this
  }
}
