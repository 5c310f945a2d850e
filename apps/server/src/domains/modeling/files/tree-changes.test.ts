import { propertyRuns } from '@facet/testkit/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blobIdOf, type FileChange, type TreeEntry } from '#engine/modeling'
import { planChanges, type TreeEdits } from './tree-changes.ts'

const entry = (path: string, content = path, mode = '100644'): TreeEntry => ({ path, mode, oid: blobIdOf(Buffer.from(content)) })
const put = (path: string, content = 'new') => ({ path, content: Buffer.from(content) })
const refusal = (entries: TreeEntry[], edits: TreeEdits): string => {
  try {
    planChanges(entries, edits)
    return 'none'
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** The tree as it is when the changes are made: path to mode and content id. */
const apply = (entries: TreeEntry[], changes: FileChange[]): Record<string, string> => {
  const tree = new Map(entries.map(({ path, mode, oid }) => [path, `${mode} ${oid}`]))
  for (const change of changes) if ('isRemoved' in change) tree.delete(change.path)
  for (const change of changes) {
    if ('oid' in change) tree.set(change.path, `${change.mode} ${change.oid}`)
    else if ('content' in change) tree.set(change.path, `${change.mode} ${blobIdOf(change.content)}`)
  }
  return Object.fromEntries(tree)
}

describe('planChanges', () => {
  it('knows the ids git gives', () => {
    expect(blobIdOf(Buffer.from('hello\n'))).toBe('ce013625030ba8dba906f756967f9e9ca394464a')
  })

  it('leaves out what is so already', () => {
    expect(planChanges([entry('a', 'same')], { puts: [put('/a', 'same')], renames: [] })).toEqual([])
    expect(planChanges([entry('a')], { renames: [{ path: 'a', newPath: 'a' }] })).toEqual([])
  })

  it('keeps a file executable and makes a link a plain file', () => {
    const changes = planChanges([entry('run', 'x', '100755'), entry('link', '/etc/passwd', '120000')], { puts: [put('run'), put('link')] })

    expect(changes).toMatchObject([
      { path: 'run', mode: '100755' },
      { path: 'link', mode: '100644' },
    ])
  })

  it('removes all that is in a folder', () => {
    expect(planChanges([entry('m/a'), entry('m/b/c'), entry('mb')], { removals: ['/m'] })).toEqual([
      { path: 'm/a', isRemoved: true },
      { path: 'm/b/c', isRemoved: true },
    ])
  })

  it('removes what a remote brought under a name that could not be written', () => {
    expect(planChanges([entry('.GIT/config')], { removals: ['.GIT/config'] })).toHaveLength(1)
  })

  it('swaps two names, moves a folder into itself and changes only the case of one', () => {
    const entries = [entry('a', '1'), entry('b', '2', '100755'), entry('F/x', '3')]

    const changes = planChanges(entries, {
      renames: [
        { path: 'a', newPath: 'b' },
        { path: 'b', newPath: 'a' },
        { path: 'F', newPath: 'f/F' },
      ],
    })

    const { oid: one } = entry('a', '1')
    expect(apply(entries, changes)).toEqual({
      a: `100755 ${entry('b', '2').oid}`,
      b: `100644 ${one}`,
      'f/F/x': `100644 ${entry('x', '3').oid}`,
    })
  })

  it.each<[what: string, code: string, edits: TreeEdits]>([
    ['a folder where a file is', 'file_path_taken', { puts: [put('model/a/b')] }],
    ['a file where a folder is', 'file_path_taken', { puts: [put('model')] }],
    ['a file below a link', 'file_path_taken', { puts: [put('link/passwd')] }],
    ['another case of a file', 'file_path_taken', { puts: [put('model/A')] }],
    ['another case of a folder', 'file_path_taken', { puts: [put('Model/b')] }],
    ['two cases in one request', 'file_path_taken', { puts: [put('x/one'), put('X/two')] }],
    ['a file and a folder in one request', 'file_path_taken', { puts: [put('x'), put('x/two')] }],
    ['a rename onto a file', 'file_path_taken', { renames: [{ path: 'model/a', newPath: 'link' }] }],
    ['a rename onto a folder', 'file_path_taken', { renames: [{ path: 'link', newPath: 'model' }] }],
    ['two renames onto one path', 'file_path_invalid', { renames: ['link', 'model'].map((path) => ({ path, newPath: 'z' })) }],
    ['a rename to nowhere', 'file_path_invalid', { renames: [{ path: 'link', newPath: '../z' }] }],
    [
      'a folder and what is in it',
      'file_path_invalid',
      {
        renames: [
          { path: 'model', newPath: 'x' },
          { path: 'model/a', newPath: 'y' },
        ],
      },
    ],
    ['one path twice', 'file_path_invalid', { puts: [put('x'), put('/x')] }],
    ['one removal twice', 'file_path_invalid', { removals: ['link', '/link'] }],
    ['a removal of nothing', 'file_not_found', { removals: ['model/z'] }],
    ['a removal of part of a name', 'file_not_found', { removals: ['mod'] }],
    ['a removal of everything', 'file_path_invalid', { removals: ['/'] }],
    ['a removal outside', 'file_path_invalid', { removals: ['../x'] }],
    ['a rename of nothing', 'file_not_found', { renames: [{ path: 'z', newPath: 'y' }] }],
    ['a path that becomes too long', 'file_path_invalid', { renames: [{ path: 'model', newPath: `${'a/'.repeat(31)}a` }] }],
    ['a file of more than 10 MB', 'file_too_large', { puts: [{ path: 'x', content: Buffer.alloc(10_485_761) }] }],
    ['more than 10,000 files', 'file_limit', { puts: Array.from({ length: 9999 }, (_, number) => put(`n${number}`)) }],
  ])('refuses %s: %s', (_what, code, edits) => {
    expect(refusal([entry('link', '/etc', '120000'), entry('model/a')], edits)).toBe(code)
  })

  it('lets files be changed beside twins that a remote brought', () => {
    const twins = [entry('Model/a'), entry('model/a'), entry('model/b')]

    expect(planChanges(twins, { puts: [put('model/b'), put('model/c')] })).toHaveLength(2)
    expect(refusal(twins, { puts: [put('Model/b')] })).toBe('file_path_taken')
  })

  it('moves every file of a rename and no other, whatever the tree', () => {
    const name = fc.constantFrom('a', 'b', 'c')
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'))
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { maxLength: 8 }),
        fc.array(fc.record({ path, newPath: path }), { maxLength: 3 }),
        (paths, renames) => {
          const entries = paths.filter((one) => !paths.some((other) => one.startsWith(`${other}/`))).map((one) => entry(one))
          if (refusal(entries, { renames }) !== 'none') return
          const after = apply(entries, planChanges(entries, { renames }))
          const moved = (from: string): string => {
            const rename = renames.find((one) => from === one.path || from.startsWith(`${one.path}/`))
            return rename ? `${rename.newPath}${from.slice(rename.path.length)}` : from
          }
          expect(after).toEqual(Object.fromEntries(entries.map(({ path: from, mode, oid }) => [moved(from), `${mode} ${oid}`])))
        },
      ),
      { numRuns: propertyRuns(3000) },
    )
  })
})
