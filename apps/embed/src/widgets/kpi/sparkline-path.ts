/** A line through values in a box, from left to right, as the path of an SVG. A value that is missing leaves a gap. */
export const sparklinePath = (values: readonly (number | null)[], width: number, height: number): string => {
  const known = values.filter((value) => value !== null)
  const [low, high] = known.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity])
  if (known.length < 2 || low === undefined || high === undefined) return ''
  const x = (index: number): number => (index / (values.length - 1)) * width
  // Values that are all the same lie in the middle.
  const y = (value: number): number => (high === low ? height / 2 : height - ((value - low) / (high - low)) * height)
  let isDown = false
  return values
    .flatMap((value, index) => {
      if (value === null) {
        isDown = false
        return []
      }
      const command = isDown ? 'L' : 'M'
      isDown = true
      return [`${command}${x(index).toFixed(1)} ${y(value).toFixed(1)}`]
    })
    .join('')
}
