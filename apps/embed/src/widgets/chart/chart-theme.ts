import type { Look } from '../types.ts'

/** A colour that lies between two, for lines that must not speak louder than marks. `share` is of the first. */
const mix = (colour: string, other: string, share: number): string => {
  const read = (text: string): number[] | null => {
    const [, hex = ''] = /^#([\da-f]{6})$/i.exec(text) ?? []
    return hex === '' ? null : [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  }
  const [one, two] = [read(colour), read(other)]
  if (!one || !two) return colour
  return `#${one
    .map((value, index) =>
      Math.round(value * share + (two[index] ?? 0) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** The theme in the words of Vega. Canvas knows no variables of CSS, so colours stand here as they are; what an author chose wins. */
export const chartTheme = ({ text, background, accent, palette, fontFamily }: Look): object => {
  const [label, muted, line] = [mix(text, background, 0.78), mix(text, background, 0.3), mix(text, background, 0.13)]
  const colour = { fill: accent }
  const written = { font: fontFamily, fill: text }
  return {
    padding: 4,
    background: null,
    arc: { ...colour, stroke: background, strokeWidth: 1 },
    area: colour,
    rect: colour,
    symbol: { ...colour, size: 48 },
    trail: colour,
    // Ends stay flat: round ones would close the gaps of dashes.
    line: { stroke: accent, strokeWidth: 2, strokeJoin: 'round' },
    path: { stroke: accent },
    shape: { stroke: accent },
    rule: { stroke: label },
    text: { ...written, fontSize: 11 },
    style: {
      'guide-label': { font: fontFamily, fill: label, fontSize: 11 },
      'guide-title': { font: fontFamily, fill: label, fontSize: 11, fontWeight: 600 },
      'group-title': { ...written, fontSize: 13, fontWeight: 600 },
      'group-subtitle': { ...written, fontSize: 12 },
      cell: { fill: 'transparent', stroke: 'transparent' },
    },
    axis: {
      domainColor: muted,
      tickColor: muted,
      gridColor: line,
      tickSize: 4,
      labelPadding: 4,
      labelLimit: 120,
      // Labels that only touch read as one.
      labelSeparation: 4,
      titlePadding: 8,
    },
    axisY: { domain: false, ticks: false },
    legend: {
      symbolSize: 80,
      gradientStrokeColor: line,
      titlePadding: 6,
      rowPadding: 4,
    },
    title: { anchor: 'start', offset: 12 },
    range: {
      ...(palette.length > 0 ? { category: [...palette] } : {}),
      ramp: [mix(accent, background, 0.15), accent],
      heatmap: [mix(accent, background, 0.15), accent],
    },
  }
}
