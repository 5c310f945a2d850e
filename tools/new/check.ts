import { camel } from '../generate/case.ts'
import { withPart } from './area.ts'
import { addItem } from './edits.ts'
import { domainOf, readArea, type Verb } from './verb.ts'

const emptyChecks = `import type { Check } from '#kernel/check'

export const checks = (): Check[] => []
`

const checkOf = (
  constant: string,
  name: string,
): string => `/** Stands in for a look at what the area needs: say what was found, or throw a sentence about what is not right. */
const ${constant}: Check = { name: '${name}', run: () => Promise.resolve('not looked at yet') }

`

export const check: Verb = {
  usage: `pnpm new check <area> "<what it looks at>"

  pnpm new check archive 'drawer store'`,
  takes: [],
  read: ([area = '', name = '', ...rest], _, refuse) => {
    const known = readArea(area, refuse)
    if (!/^[a-z][a-z0-9 -]*$/.test(name)) return refuse(`"${name}" does not say what the check looks at, in lowercase words.`)
    if (rest.length > 0) return refuse(`"${rest.join(' ')}" is more than is needed.`)
    const path = `${domainOf(known)}/checks.ts`
    const constant = `${camel(name.replaceAll(' ', '-'))}Check`
    const edit = (text: string): string => {
      if (text.includes(`const ${constant}`)) return refuse(`${path} has a check "${name}" already.`)
      return addItem(text || emptyChecks, 'checks', constant).replace(
        'export const checks',
        (start) => `${checkOf(constant, name)}${start}`,
      )
    }
    return [withPart(known, 'checks'), [path, edit]]
  },
}
