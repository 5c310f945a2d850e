const plainDecimal = /^[+-]?\d+(?:\.(\d+))?$/

const exactSum = (texts: readonly string[], places: number): string => {
  const scaled = texts.map((text) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(places, '0'))
  })
  const sum = scaled.reduce((total, each) => total + each, 0n)
  if (places === 0) return String(sum)
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The sum of a measure, to the last digit where its values are decimals as text. Null where none of them is a number. */
export const sumValues = (values: readonly unknown[]): string | number | null => {
  const texts = values.filter((value) => value !== null && value !== undefined && value !== '').map(String)
  if (texts.length === 0) return null
  const places = texts.map((text) => plainDecimal.exec(text)?.[1]?.length ?? (plainDecimal.test(text) ? 0 : Number.NaN))
  const most = places.reduce((largest, each) => Math.max(largest, each), 0)
  if (!Number.isNaN(most) && most <= 40) return exactSum(texts, most)
  const sum = texts.reduce((total, text) => total + Number(text), 0)
  return Number.isNaN(sum) ? null : sum
}
