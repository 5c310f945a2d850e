import { pause } from '../../../harness/numbers.ts'
import type { Stage } from './stage.ts'

export type Rotation = {
  rotations: number
  minted: number
  uses: number
  kids: number
  refused: number
  example?: string
}

const workers = 4
const maxKept = 200
const betweenMs = 50

/** Rotates the signing key repeatedly while both processes use tokens of every age, and counts refused tokens. */
export const rotateUnderUse = async (
  { processes, own, rotate }: Stage,
  { rotations, everyMs }: { rotations: number; everyMs: number },
): Promise<Rotation> => {
  const stopping = new AbortController()
  const kept: string[] = []
  const seen: Rotation = { rotations, minted: 0, uses: 0, kids: 0, refused: 0 }
  const kids = new Set<string>()
  const note = ({ status, code }: { status: number; code: string }): void => {
    seen.uses++
    if (status === 200) return
    seen.refused++
    seen.example ??= `${status} ${code}`
  }
  const work = async (place: number): Promise<void> => {
    for (let turn = place; !stopping.signal.aborted; turn++) {
      const [maker, user] = turn % 2 === 0 ? processes : [processes[1], processes[0]]
      const token = await own.token(maker, { externalId: `worker-${place}` })
      seen.minted++
      kids.add(token.split('.')[0] ?? '')
      // First on the process that did not sign it and may not have loaded the key.
      note(await own.use(user, token))
      note(await own.use(maker, token))
      if (kept.length < maxKept || turn % 20 === 0) kept[kept.length % maxKept] = token
      const old = kept[(turn * 7) % kept.length]
      if (old) note(await own.use(user, old))
      await pause(betweenMs)
    }
  }
  const running = Array.from({ length: workers }, (_, place) => work(place))
  for (let turn = 0; turn < rotations; turn++) {
    await pause(everyMs)
    await rotate(own)
  }
  await pause(Math.min(everyMs, 1500))
  stopping.abort()
  await Promise.all(running)
  return { ...seen, kids: kids.size }
}
