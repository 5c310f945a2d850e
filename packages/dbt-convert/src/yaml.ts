/** What files of a model are made of. Keys are ours and plain; maps are written in the order they were made in. */
export type Yaml = string | number | boolean | Yaml[] | { [key: string]: Yaml | undefined }

const plain = /^[A-Za-z_][A-Za-z0-9_]*$/
/** Read as something else than text by one version of YAML or the other. */
const notText = /^(true|false|null|yes|no|on|off|y|n|nan|inf)$/i

const scalar = (value: string | number | boolean): string => {
  if (typeof value !== 'string') return String(value)
  return plain.test(value) && !notText.test(value) ? value : `'${value.replaceAll("'", "''")}'`
}

const isScalar = (value: Yaml): value is string | number | boolean => typeof value !== 'object'

type Nested = Exclude<Yaml, string | number | boolean>

/** `first` begins the first line, `indent` those after it: an item of a list begins on the line of its dash. */
const addLines = (lines: string[], value: Nested, indent: string, first: string): void => {
  let begin = first
  if (Array.isArray(value)) {
    for (const item of value) {
      if (isScalar(item)) lines.push(`${begin}- ${scalar(item)}`)
      else addLines(lines, item, `${indent}  `, `${begin}- `)
      begin = indent
    }
    return
  }
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined || (Array.isArray(item) && item.length === 0)) continue
    if (isScalar(item)) lines.push(`${begin}${key}: ${scalar(item)}`)
    else {
      lines.push(`${begin}${key}:`)
      addLines(lines, item, `${indent}  `, `${indent}  `)
    }
    begin = indent
  }
}

/** Text is expected without line breaks: `engineText` writes them as escapes. */
export const printYaml = (value: Nested): string => {
  const lines: string[] = []
  addLines(lines, value, '', '')
  return `${lines.join('\n')}\n`
}
