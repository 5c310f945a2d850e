import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'

const manifest = findPackageJSON(import.meta.url)
if (manifest === undefined) throw new Error('The program is not in its package: package.json is missing.')

/** Where the files of the package are that are not code, in a checkout and in an installed package alike. */
export const packageFile = (...path: string[]): string => join(dirname(manifest), ...path)

/** A page for operators, where whoever runs this program can open it: it is in the package, and in a checkout at its top. */
export const docsPage = (name: string): string => {
  const [packed, checkout] = [packageFile('docs/operate', name), packageFile('../../docs/operate', name)]
  return existsSync(checkout) ? checkout : packed
}

/** Where the embedded page was built: a package has it in it, and a checkout beside it. */
export const embedPageFolder = (): string => packageFile(existsSync(packageFile('src')) ? '../embed/dist' : 'dist/embed')

export const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
