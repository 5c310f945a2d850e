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

const linesOf = (value: Exclude<Yaml, string | number | boolean>, indent: string): string[] => {
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      if (isScalar(item)) return [`${indent}- ${scalar(item)}`]
      const [first = '', ...rest] = linesOf(item, `${indent}  `)
      return [`${indent}- ${first.trimStart()}`, ...rest]
    })
  }
  return Object.entries(value).flatMap(([key, item]) => {
    if (item === undefined || (Array.isArray(item) && item.length === 0)) return []
    return isScalar(item) ? [`${indent}${key}: ${scalar(item)}`] : [`${indent}${key}:`, ...linesOf(item, `${indent}  `)]
  })
}

/** Text is expected without line breaks: `engineText` writes them as escapes. */
export const printYaml = (value: Exclude<Yaml, string | number | boolean>): string => `${linesOf(value, '').join('\n')}\n`
