/** Events inside of the chart that a selection may follow. Streams of the window, timers and selectors of the page are none of them. */
const events =
  'click dblclick pointerdown pointerup pointermove pointerover pointerout mousedown mouseup mousemove mouseover mouseout wheel'
const name = `(?:${events.replaceAll(' ', '|')})`
const stream = new RegExp(`^(?:${name}|\\[\\s*${name}\\s*,\\s*${name}\\s*\\]\\s*>\\s*${name}!?|wheel!)$`)

export const isEventStream = (value: unknown): boolean => typeof value === 'boolean' || (typeof value === 'string' && stream.test(value))

export const isToggle = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && /^(?:true|false|event\.(?:shift|alt|ctrl|meta)Key)$/.test(value))
