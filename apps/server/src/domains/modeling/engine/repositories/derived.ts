import type { GitObject, ObjectReader } from '#adapters/git'

/** What `make` makes of the content of an object. */
export type Derive = <T extends object>(oid: string, make: (content: Buffer) => T) => Promise<T>

/** What was made of an object is kept as long as the object itself is: its cache gives the same one again. */
export const createDerived = (): ((objects: ObjectReader) => Derive) => {
  const kept = new WeakMap<object, WeakMap<GitObject, object>>()
  return (objects) => async (oid, make) => {
    const object = await objects.read(oid)
    const byObject = kept.get(make) ?? new WeakMap<GitObject, object>()
    kept.set(make, byObject)
    const known = byObject.get(object)
    if (known) return known as ReturnType<typeof make>
    const made = make(object.content)
    byObject.set(object, made)
    return made
  }
}
