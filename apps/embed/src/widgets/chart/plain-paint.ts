const word = /^#?[\w-]+$/
const colourFunction = /^(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?)\([^\\]*\)$/i

const isGradient = (paint: object): boolean => 'gradient' in paint && !Array.isArray(paint)

/**
 * What a mark may be filled or drawn with: a colour, or a gradient of the library. In SVG a paint may also be an address, which the browser
 * loads; rows and expressions make paints that nobody has looked at, and an address made of rows would carry them away. So it is said
 * what a paint is, and not what it must not be: a style can write `url` in many ways.
 */
export const plainPaint = (paint: unknown): unknown => {
  if (typeof paint === 'object' && paint !== null) return isGradient(paint) ? paint : null
  if (typeof paint !== 'string') return null
  const text = paint.trim()
  return word.test(text) || colourFunction.test(text) ? text : null
}
