import { type Setting, startPass } from './pass.ts'
import { plantedChanges, plants } from './plants.ts'
import { createScan, type Scan } from './scanner.ts'
import type { Sink } from './sinks.ts'

const namesIn = ({ parts }: Sink, scan: Scan): Set<string> => new Set(parts.flatMap(scan).map(({ name }) => name))

/** The same secrets through a node that leaks them, one way for each kind of sink: which of the leaks the search does not see. */
export const findUnseen = async (setting: Setting): Promise<{ of: number; unseen: string[] }> => {
  const pass = await startPass(setting, 'planted', plantedChanges)
  await Promise.all([pass.useAll().then(() => pass.useEngine()), pass.useDbt()])
  const { sinks } = await pass.end()
  const scan = createScan(setting.canaries.list())
  const wantedSinks = new Set(plants.map(({ sink }) => sink))
  const found = new Map(sinks.filter(({ name }) => wantedSinks.has(name)).map((sink) => [sink.name, namesIn(sink, scan)]))
  return { of: plants.length, unseen: plants.filter(({ sink, secret }) => !found.get(sink)?.has(secret)).map(({ name }) => name) }
}
