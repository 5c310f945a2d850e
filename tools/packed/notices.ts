import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

type Manifest = { name: string; version: string; license?: string; author?: string | { name: string } }

const permission = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const filesIn = (folder: string, name: RegExp): string[] =>
  readdirSync(folder)
    .filter((file) => name.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())

/** The part of a README about the licence, where that is the licence itself and not a link to one. */
const ofReadme = (folder: string): string[] =>
  filesIn(folder, /^readme/i)
    .map((text) => /^#+ *licen[cs]e\s*$(.*?)(?=^#|$(?![^]))/ims.exec(text)?.[1]?.trim() ?? '')
    .filter((section) => section.includes('Permission is hereby granted'))

/** The text that a name of a licence stands for, where a package carries the name alone. */
const ofName = ({ license, author }: Manifest): string[] => {
  const holder = typeof author === 'string' ? author : author?.name
  if (license === 'MIT' && holder) return [`Copyright (c) ${holder}\n\n${permission}`]
  return license === 'Apache-2.0' ? [readFileSync(join(root, 'LICENSE'), 'utf8').trim()] : []
}

/** What has to travel with a library that is in the bundle. Throws for one whose licence nobody can tell. */
export const noticeOf = (folder: string): string => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const licence = [filesIn(folder, /^(licen[cs]e|copying)/i), ofReadme(folder), ofName(manifest)].find((texts) => texts.length > 0)
  if (!licence)
    throw new Error(`${manifest.name} says nowhere under which licence it may be passed on; add its text to ${import.meta.filename}.`)
  return [
    `${manifest.name} ${manifest.version} (${manifest.license ?? 'no licence named'})`,
    ...licence,
    ...filesIn(folder, /^notice/i),
  ].join('\n\n')
}

export const noticesSeparator = `\n\n${'-'.repeat(80)}\n\n`
