import { createHash } from 'node:crypto'

const rounds = 400
const rows = Array.from({ length: 2000 }, (_, index) => ({ id: index, name: `row ${index}`, isActive: index % 3 === 0 }))

/** CPU seconds of a fixed mix of hashing, JSON and sorting: how fast this machine is at the work that tests do. */
export const calibrate = (): number => {
  const before = process.cpuUsage()
  const hash = createHash('sha256')
  for (let round = 0; round < rounds; round++) {
    const parsed = JSON.parse(JSON.stringify(rows)) as typeof rows
    hash.update(JSON.stringify(parsed.toSorted((one, other) => other.name.localeCompare(one.name, 'en'))))
  }
  hash.digest()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
