import type { ModelChange, ModelEffect } from '@facet/contract'
import type { SourceLocation } from './model.ts'

export const effectOrder: ModelEffect[] = ['breaking', 'widening', 'narrowing', 'opaque', 'compatible']

const maxShownLength = 2000

/** A property's canonical text as a person would write it. */
export const shown = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const plain = text.startsWith('"') ? String(JSON.parse(text)) : text
  return plain.length > maxShownLength ? `${plain.slice(0, maxShownLength)}…` : plain
}

type Draft = Omit<ModelChange, 'file' | 'line' | 'before' | 'after' | 'visibility' | 'isAssumed'> & {
  at: SourceLocation
  before?: string | undefined
  after?: string | undefined
  visibility?: ModelChange['visibility']
  isAssumed?: boolean
}

/** Effects are put in order; a change without one is compatible. */
export const change = ({ at, before, after, effects, visibility = [], isAssumed = false, ...rest }: Draft): ModelChange => ({
  ...rest,
  effects: effects.length === 0 ? ['compatible'] : effectOrder.filter((effect) => effects.includes(effect)),
  isAssumed,
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
  file: at.file,
  line: at.line,
  visibility,
})

const sortKey = ({ effects, subject, id, kind, file }: ModelChange): string =>
  JSON.stringify([effectOrder.indexOf(effects[0] ?? 'compatible'), subject.cube, subject.member ?? '', subject.part ?? '', id, kind, file])

/** The worst first, then by name. */
export const sortChanges = (changes: ModelChange[]): ModelChange[] =>
  changes
    .map((each) => ({ each, key: sortKey(each) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ each }) => each)

/** Changes after which someone may see more: those that show it, and those that hide whether it is so. */
export const isWidening = (changes: ModelChange[]): ModelChange[] =>
  changes.filter(({ effects }) => effects.includes('widening') || effects.includes('opaque'))

/** Names of who, short enough for a sentence. */
export const people = (whos: string[]): string => {
  const first = [...new Set(whos)].slice(0, 3).join(', ')
  return whos.length > 3 ? `${first} and ${whos.length - 3} more` : first
}
