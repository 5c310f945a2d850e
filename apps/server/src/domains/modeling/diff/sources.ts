import type { Edit, Repository, TreeEntry } from '#authoring'
import { kindOfPath, type ModelCache, type SourceFile } from '#model'

/** Where the files of two commits are read from. */
export type Reading = Pick<Repository, 'listTree' | 'objects'>

/** Of a change in the making, its own new files too. */
export const readingOf = (edit: Edit): Reading => ({ listTree: edit.listTree, objects: edit.newObjects })

export type Sources = { before: SourceFile[]; after: SourceFile[]; cache: ModelCache }

const readAtOnce = 200

const matters = ({ path }: TreeEntry): boolean => kindOfPath(path) !== 'other'

/**
 * What the models of two commits are made of. Only what has to be looked into is read: of code the id says whether it is the same,
 * and of a model that was parsed before, its id finds it. Those found are held until the answer is made, whoever else fills the cache.
 */
export const readSources = async (reading: Reading, before: string, after: string, models: ModelCache): Promise<Sources> => {
  const [was, is] = [(await reading.listTree(before)).filter(matters), (await reading.listTree(after)).filter(matters)]
  const texts = new Map<string, string>()
  const held = new Map<string, ReturnType<ModelCache['lookUp']>>()
  for (const { path, oid } of [...was, ...is]) {
    const kind = kindOfPath(path)
    if (kind === 'code') continue
    const known = kind === 'model' ? models.lookUp(oid) : undefined
    if (known) held.set(oid, known)
    else texts.set(oid, '')
  }
  const wanted = [...texts.keys()]
  for (let at = 0; at < wanted.length; at += readAtOnce)
    await Promise.all(
      wanted.slice(at, at + readAtOnce).map(async (oid) => texts.set(oid, (await reading.objects.read(oid)).content.toString('utf8'))),
    )
  const sourceOf = ({ path, oid }: TreeEntry): SourceFile => ({ path, id: oid, content: texts.get(oid) ?? oid })
  const cache: ModelCache = { lookUp: (key) => held.get(key) ?? models.lookUp(key), keep: models.keep }
  return { before: was.map(sourceOf), after: is.map(sourceOf), cache }
}
