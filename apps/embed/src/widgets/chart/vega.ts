/**
 * The parts of Vega that the compiled charts use, put together as its main package does, without maps, forces, trees, labels,
 * regressions, Voronoi cells, word clouds and cross filters. Expressions are interpreted, never made into functions: the policy of the
 * page allows no code out of text.
 */
import { transforms } from 'vega-dataflow'
import * as encode from 'vega-encode'
import { expressionInterpreter } from 'vega-interpreter'
import { parse } from 'vega-parser'
import * as dataTransforms from 'vega-transforms'
import { View } from 'vega-view'
import * as viewTransforms from 'vega-view-transforms'
import { usePlainPaints } from './plain-svg-renderer.ts'
import { refusingLoader } from './refusing-loader.ts'

type Locale = { number: object; time: object }

// The parser looks transforms up by name in the registry of the library, and a view its renderer. Done when a view is made, so that importing changes nothing.
const register = (): void => {
  Object.assign(transforms, dataTransforms, viewTransforms, encode)
  usePlainPaints()
}

// What Vega would write to the console tells a viewer nothing; what it throws is caught where a chart is drawn.
const quiet = {
  level: () => quiet,
  error: (problem: unknown) => {
    throw problem instanceof Error ? problem : new Error(String(problem))
  },
  warn: () => quiet,
  info: () => quiet,
  debug: () => quiet,
}

/** A view of a compiled chart that loads nothing, links nowhere and is drawn nowhere yet. */
export const createView = (vega: object, config: object, locale: Locale): View => {
  register()
  return new View(parse(vega, config, { ast: true }), {
    renderer: 'none',
    expr: expressionInterpreter,
    loader: refusingLoader,
    locale,
    logger: quiet,
    // The library would set the attribute `title`; ours follows the pointer.
    tooltip: () => undefined,
  })
}
