import { posix, win32 } from 'node:path'
import { propertyRuns } from '@facet/testkit/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folded, requireFit } from '#engine/modeling'
import { findPathProblem, requirePath } from './path-rules.ts'

const lettersOf = (text: string): string[] => Array.from(text)

const refused: [what: string, path: string][] = [
  ['nothing', ''],
  ['only the slash', '/'],
  ['a second slash before it', '//etc/passwd'],
  ['a folder above', '../x'],
  ['a folder above, further in', 'model/../../x'],
  ['the folder itself', './x'],
  ['an empty name', 'model//x'],
  ['a slash at its end', 'model/'],
  ['a backslash', 'model\\..\\x'],
  ['a drive', 'C:/x'],
  ['a NUL', 'a\u0000b'],
  ['a line feed', 'a\nb'],
  ['a delete character', 'a\u007fb'],
  ['half of a surrogate pair', 'a\ud800b'],
  ['text that turns its direction', 'a\u202eb'],
  ['an isolate', 'a\u2066b'],
  ['.git', '.git/config'],
  ['.git in capitals', 'x/.GIT/config'],
  ['.git in its short form', 'git~1/config'],
  ['.git with a space', '.git /config'],
  ['.git with a dot', '.git./config'],
  ['.git as a stream', '.git::$INDEX_ALLOCATION/config'],
  ['.git with a character that is ignored', '.g\u200cit/config'],
  ['.git with a byte order mark', '.git\ufeff/config'],
  ['.git with a dotless i', '.g\u0131t/config'],
  ['what steers submodules', '.gitmodules'],
  ['what steers submodules, in its short form', 'GITMOD~1'],
  ['what steers submodules, in its hashed short form', 'gi7eba~1'],
  ['what steers attributes', 'model/.gitAttributes'],
  ['a device', 'nul'],
  ['a device with an ending', 'model/Aux.yml'],
  ['a device with a space', 'com1 .yml'],
  ['a device with a raised digit', 'lpt¹'],
  ['a dot at its end', 'model./x'],
  ['a space at its end', 'model/x '],
  ['dots alone', '...'],
  ['a question mark', 'what?'],
  ['letters in decomposed form', 'cafe\u0301.yml'],
  ['a name of 256 bytes', 'a'.repeat(256)],
  ['a name of 256 bytes in 128 letters', 'é'.repeat(128)],
  ['1,001 bytes', `${'abcdefghi/'.repeat(25)}${'a'.repeat(250)}/${'b'.repeat(250)}/${'c'.repeat(249)}`],
  ['33 levels', `${'a/'.repeat(32)}a`],
]

const accepted = [
  'model/orders.yml',
  '.gitignore',
  '.github/workflows/ci.yml',
  'git/config',
  'git~x',
  'x.git',
  '.gitkeep',
  '..x',
  'x..y/z',
  '-rf',
  '--upload-pack=x',
  'console.yml',
  'com10.yml',
  'nullable.yml',
  'café.yml',
  'ردیف.yml',
  '模型/订单.yml',
  'a b/c d.yml',
  'a'.repeat(255),
  `${'a/'.repeat(31)}a`,
  "quote'$(x)`y`.yml",
]

describe('path rules', () => {
  it.each(refused)('refuse %s', (_what, path) => {
    expect(() => requirePath(path)).toThrow(expect.objectContaining({ code: 'file_path_invalid' }))
  })

  it.each(accepted)('accept %s, with a leading slash and without', (path) => {
    expect([requirePath(path), requirePath(`/${path}`)]).toEqual([path, path])
  })

  it('show in the message what could not be seen', () => {
    expect(() => requirePath('a\u202eb')).toThrow(String.raw`The path "a\u{202e}b" has`)
  })

  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...lettersOf('.gitGIT~1 :\\/-aAé\u0301ßſıİK')), maxLength: 8 }),
    fc.constantFrom('.git', '..', '.', '', 'con', 'NUL.txt', '.GIT', 'git~1', 'model', 'Model'),
  )
  const path = fc.array(name, { maxLength: 5 }).map((names) => names.join('/'))

  it('accept nothing that leaves its folder, on POSIX and on Windows', () => {
    fc.assert(
      fc.property(path, (sent) => {
        if (findPathProblem(sent) !== undefined) return
        expect(posix.join('/root', sent)).toBe(`/root/${sent}`)
        expect(win32.join('C:\\root', sent)).toBe(`C:\\root\\${sent.replaceAll('/', '\\')}`)
        expect(win32.isAbsolute(sent) || posix.isAbsolute(sent)).toBe(false)
      }),
      { numRuns: propertyRuns(20_000) },
    )
  })

  it('accept no name that is .git to a file system which folds case, decomposes and ignores what has no look', () => {
    fc.assert(
      fc.property(path, (sent) => {
        if (findPathProblem(sent) !== undefined) return
        const names = sent.split('/').map((one) =>
          one
            .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
            .toLowerCase()
            .replace(/[. ]+$/, ''),
        )
        expect(names).not.toContain('.git')
        expect(names).not.toContain('git~1')
      }),
      { numRuns: propertyRuns(20_000) },
    )
  })
})

/** How several file systems tell names apart: each by its own folding. */
const foldings: ((text: string) => string)[] = [
  (text) => text.normalize('NFD').toLowerCase(),
  (text) => text.normalize('NFD').toUpperCase(),
  (text) => text.toLowerCase().normalize('NFD'),
  (text) =>
    lettersOf(text)
      .map((letter) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter))
      .join(''),
]

describe('paths of one tree', () => {
  const letters = fc.constantFrom(...lettersOf('aAbBéÉßẞſsSıiIİσςΣµμKk'))
  const name = fc.string({ unit: letters, minLength: 1, maxLength: 2 })
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/').normalize('NFC'))

  it('never meet on a disk that folds case or decomposes letters', () => {
    let count = 0
    fc.assert(
      fc.property(fc.uniqueArray(path, { minLength: 2, maxLength: 6 }), (paths) => {
        try {
          requireFit(new Set(paths.slice(0, 1)), paths.slice(1))
        } catch {
          return
        }
        count++
        const all = new Set(paths.flatMap((one) => one.split('/').map((_name, depth, names) => names.slice(0, depth + 1).join('/'))))
        for (const fold of foldings) expect(new Set([...all].map(fold)).size).toBe(all.size)
        const files = new Set(paths)
        for (const one of paths) for (const other of files) expect(one.startsWith(`${other}/`)).toBe(false)
      }),
      { numRuns: propertyRuns(20_000) },
    )
    expect(count).toBeGreaterThan(propertyRuns(1000))
  })

  it('are the same to the rules once they are folded', () => {
    expect(['ß', 'ẞ', 'SS'].map(folded)).toEqual(['SS', 'SS', 'SS'])
    expect(folded('Model/É')).toBe(folded('mODEL/e\u0301'))
  })
})
