import type { ModelChange } from '@facet/contract'
import { change } from './change.ts'
import type { Model, Opaque } from './model.ts'

/** Where in a file something stands is no part of what it is. */
const keyOf = ({ file, reason, digest }: Opaque): string => JSON.stringify([file, reason, digest])

const listNew = (before: Model, after: Model): Map<string, Opaque> => {
  const known = new Set(before.opaque.map(keyOf))
  return new Map(after.opaque.filter((place) => !known.has(keyOf(place))).map((place) => [place.file, place]))
}

/** A file that could not be read and differs: nothing is known of what the difference does. One change per file. */
export const diffOpaque = (before: Model, after: Model): ModelChange[] => {
  const gone = listNew(after, before)
  const come = listNew(before, after)
  return [...new Set([...gone.keys(), ...come.keys()])].flatMap((file) => {
    const [was, is] = [gone.get(file), come.get(file)]
    const at = is ?? was
    if (!at) return []
    const kinds = { added: !was, removed: !is, changed: true }
    const kind = (['added', 'removed', 'changed'] as const).find((each) => kinds[each]) ?? 'changed'
    return [
      change({
        id: 'opaque-changed',
        kind,
        subject: { cube: file },
        effects: ['opaque'],
        at,
        message: `${file} could not be read and was ${kind}: who sees more or less cannot be told. ${at.reason}`,
      }),
    ]
  })
}
