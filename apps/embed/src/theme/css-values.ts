import { readColour, type Rgb } from './colour.ts'

/** What a theme may say is held to what a browser takes for that property, and to characters that begin nothing else. */
export type CssValues = {
  colour: (value: unknown) => Rgb | undefined
  length: (value: unknown) => string | undefined
  font: (value: unknown) => string | undefined
}

const colourText = /^[#a-z0-9(),.%/ -]{1,100}$/i
const lengthText = /^\d{1,4}(\.\d{1,4})?(px|rem|em)?( \d{1,4}(\.\d{1,4})?(px|rem|em)?){0,3}$/
const fontText = /^[\p{L}\p{N} ,.'"_-]{1,200}$/u
/** These stand for something else, which nobody looked at. */
const indirect = /\b(url|var|env|attr|image|element|if)\b/i

const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Values of themes come from hosts, customers and authors: none is put into a style that does not parse as what it should be. */
export const cssValuesIn = (view: Window & typeof globalThis): CssValues => {
  const probe = view.document.createElement('span')
  probe.hidden = true

  const compute = (text: string): string => {
    view.document.body.append(probe)
    // Mixed with itself, a colour of any notation is computed as parts of sRGB.
    probe.style.color = `color-mix(in srgb, ${text}, ${text})`
    const { color } = view.getComputedStyle(probe)
    probe.remove()
    return color
  }
  return {
    colour: (value) => {
      const text = trimmed(value)
      if (!colourText.test(text) || indirect.test(text) || !view.CSS.supports('color', text)) return undefined
      return readColour(text) ?? readColour(compute(text))
    },
    length: (value) => {
      const text = typeof value === 'number' ? `${value}px` : trimmed(value)
      return lengthText.test(text) && view.CSS.supports('padding', text) ? text : undefined
    },
    font: (value) => {
      const text = trimmed(value)
      return fontText.test(text) && !indirect.test(text) && view.CSS.supports('font-family', text) ? text : undefined
    },
  }
}
