import { withPart } from './area.ts'
import { addItem } from './edits.ts'
import { domainOf, readArea, type Verb } from './verb.ts'

const emptyTasks = `import type { Task } from '#context'

export const tasks: readonly Task[] = []
`

const itemOf = (name: string): string => `{
    name: '${name}',
    everyMs: 60_000,
    // Stands in for the work, which several processes may do at once.
    start: () => () => Promise.resolve(),
  }`

export const task: Verb = {
  usage: `pnpm new task <area> "<what it does>"

  pnpm new task archive 'remove old drawers'`,
  takes: [],
  read: ([name = '', does = '', ...rest], _, refuse) => {
    const area = readArea(name, refuse)
    if (!/^[a-z][a-z0-9 -]*$/.test(does)) return refuse(`"${does}" does not say what the task does, in lowercase words.`)
    if (rest.length > 0) return refuse(`"${rest.join(' ')}" is more than is needed.`)
    const path = `${domainOf(area)}/tasks.ts`
    const edit = (text: string): string =>
      text.includes(`name: '${does}',`)
        ? refuse(`${path} has a task "${does}" already.`)
        : addItem(text || emptyTasks, 'tasks', itemOf(does))
    return [withPart(area, 'tasks'), [path, edit]]
  },
}
