import { camel } from '../generate/case.ts'
import { addImport, addProperty } from './edits.ts'
import { domainOf, type Edit, fresh, readArea, type Verb } from './verb.ts'

const areaFile = (area: string, sentence: string): string => `import type { Area } from '#context'
import { handlers } from './generated/handlers.ts'

/** ${sentence} */
export const ${camel(area)}: Area = { name: '${area}', handlers }
`

const pathOf = (area: string): string => `${domainOf(area)}/area.ts`

/** The manifest of the area, made where it is not there yet. */
export const ensureArea = (area: string): Edit => [pathOf(area), (text) => text || areaFile(area, `The area ${area}.`)]

/** The manifest, with a part that a file beside it exports under the same name. */
export const withPart = (area: string, part: 'tasks' | 'checks'): Edit => [
  pathOf(area),
  (text) => addProperty(addImport(text || areaFile(area, `The area ${area}.`), `./${part}.ts`, [part]), part),
]

export const area: Verb = {
  usage: `pnpm new area <area> ["<What it is, in a sentence.>"]

  pnpm new area archive 'Archive: drawers and labels.'`,
  takes: [],
  read: ([name = '', sentence, ...rest], _, refuse) => {
    const known = readArea(name, refuse)
    if (rest.length > 0) return refuse(`"${rest.join(' ')}" is more than is needed.`)
    return [[pathOf(known), fresh(pathOf(known), areaFile(known, sentence ?? `The area ${known}.`), refuse)]]
  },
}
