/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number]

const toLinear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const toGamma = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)
const within = (part: number): number => Math.min(1, Math.max(0, part))

const luminance = ([red, green, blue]: Rgb): number => 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

/** Of WCAG 2: from 1 to 21. */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

export const isDark = (colour: Rgb): boolean => luminance(colour) < 0.18

type Oklab = readonly [number, number, number]

const toOklab = (rgb: Rgb): Oklab => {
  const [r, g, b] = rgb.map(toLinear) as unknown as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const fromOklab = ([lightness, a, b]: Oklab): Rgb => {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return linear.map((part) => within(toGamma(within(part)))) as unknown as Rgb
}

const steps = 50

/** The same colour, lighter or darker by as little as gives it that contrast with the ground. Towards the ends there is always one. */
export const readable = (colour: Rgb, ground: Rgb, ratio: number): Rgb => {
  if (contrast(colour, ground) >= ratio) return colour
  const end = contrast([1, 1, 1], ground) > contrast([0, 0, 0], ground) ? 1 : 0
  const [lightness, a, b] = toOklab(colour)
  for (let step = 1; step < steps; step++) {
    const share = step / steps
    // Colour fades towards the ends, where there is no room for it.
    const next = fromOklab([lightness + (end - lightness) * share, a * (1 - share), b * (1 - share)])
    if (contrast(next, ground) >= ratio) return next
  }
  return [end, end, end]
}

export const mix = (one: Rgb, other: Rgb, share: number): Rgb =>
  one.map((part, index) => part + ((other[index] ?? 0) - part) * share) as unknown as Rgb

const hex = (part: number): string =>
  Math.round(within(part) * 255)
    .toString(16)
    .padStart(2, '0')

export const toHex = (colour: Rgb): string => `#${colour.map(hex).join('')}`

/** `#rgb`, `#rrggbb`, and what browsers compute: `rgb(1, 2, 3)` and `color(srgb 0.1 0.2 0.3)`. */
export const readColour = (text: string): Rgb | undefined => {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]
  if (digits !== undefined) {
    const pairs = digits.length === 3 ? digits.split('').map((digit) => digit + digit) : (digits.match(/../g) ?? [])
    return pairs.map((pair) => Number.parseInt(pair, 16) / 255) as unknown as Rgb
  }
  const [, form, parts = ''] = /^(rgba?\(|color\(srgb )([^)]*)\)$/.exec(text) ?? []
  const numbers = parts
    .split(/[\s,/]+/)
    .filter(Boolean)
    .slice(0, 3)
    .map(Number)
  if (form === undefined || numbers.length < 3 || numbers.some(Number.isNaN)) return undefined
  return numbers.map((part) => within(form.startsWith('rgb') ? part / 255 : part)) as unknown as Rgb
}
