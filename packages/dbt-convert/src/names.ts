import type { DbtModel } from './manifest.ts'

/** What the engine, or the JavaScript that it makes of a model, reads as something else. */
const taken = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...'CUBE FILTER_PARAMS FILTER_GROUP SECURITY_CONTEXT COMPILE_CONTEXT USER_CONTEXT SQL_UTILS prototype'.split(' '),
])
const pythonWords = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda ' +
    'nonlocal not or pass raise return try while with yield print'
  ).split(' '),
)

/** A name that the engine takes: letters, digits and underscores. */
export const identifier = (name: string): string => {
  const text = name.replaceAll(/[^A-Za-z0-9_]/g, '_')
  const begun = /^[0-9]/.test(text) ? `_${text}` : text
  return taken.has(begun) ? `${begun}_` : begun
}

/** What is also named in expressions cannot be a word of that language. */
export const memberIdentifier = (name: string): string => {
  const text = identifier(name)
  return pythonWords.has(text) ? `${text}_` : text
}

/** Of a model in versions the latest has the plain name, as `ref` without a version means it. */
export const cubeNameOf = ({ name, version, latestVersion, meta }: DbtModel, prefix: string): string => {
  const suffix = version === null || version === latestVersion ? '' : `_v${version}`
  return memberIdentifier(meta.name ?? `${prefix}${name}${suffix}`)
}

const layers = /^(stg|staging|int|intermediate|dim|fct|fact|mart|base|src|raw|rpt|agg|bridge)_+/

/** One of what a name in the plural counts. English, as far as endings go. */
const singular = (word: string): string => {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

/** What a model is about: `stg_customers` is about a `customer`. In order of likelihood. */
export const subjectsOf = (modelName: string): string[] => {
  const bare = modelName.toLowerCase().replace(layers, '')
  return [...new Set([singular(bare), bare, singular(bare.slice(bare.lastIndexOf('__') + 1).replace(/^_+/, ''))])]
}
