import { findingOf } from '../harness/gate.ts'
import { comparePairs } from '../harness/pairs.ts'
import type { Trial, TrialOptions } from '../trial.ts'
import { openStartGround, type StartGround } from './starts/ground.ts'
import { createWriter, followBuilds } from './starts/merging.ts'
import { cubeFile, type ModelFile, modelOf, waitingFile } from './starts/model.ts'

const gate = 1.2
const stretch = 1.05

/** Milliseconds from the answer to a merge until production goes over to what was merged. */
const createSubject = async ({ stack, serve }: StartGround, files: readonly ModelFile[]) => {
  const { deploymentId } = await serve('Builds', files)
  const builds = await followBuilds(stack, deploymentId)
  const writer = await createWriter(stack, deploymentId)
  return {
    mergeAndBuild: async (changed: readonly ModelFile[]): Promise<number> => {
      const last = await builds.newest()
      await writer.write(changed)
      await writer.merge()
      const acknowledgedMs = performance.now()
      return (await builds.untilServed(last)).atMs - acknowledgedMs
    },
    close: builds.close,
  }
}

const compare = async (ground: StartGround, { quick, plants, say }: TrialOptions) => {
  const [pairs, cubes] = quick ? [1, 20] : [7, 200]
  const files = modelOf(cubes)
  const subject = await createSubject(ground, files)
  try {
    let change = 0
    const bare = async (): Promise<number> => {
      const { ms, text } = await ground.bare.time(files, '/cubejs-api/v1/meta')
      const { length } = (JSON.parse(text) as { cubes: unknown[] }).cubes
      if (length !== cubes) throw new Error(`The measurement is broken: the bare engine knows ${length} cubes, not ${cubes}.`)
      return ms
    }
    const built = (more: readonly ModelFile[] = []): Promise<number> => subject.mergeAndBuild([cubeFile(0, `change ${++change}`), ...more])
    if (!quick) await Promise.all([bare(), built()])
    say(`ms for ${cubes} cubes: the bare engine started until it knows them → a merge answered until it is served`)
    const compared = await comparePairs(pairs, { baseline: bare, subject: () => built() }, say)
    if (!plants) return { compared }
    say('the same with a cube.js that waits for longer than the bare engine takes')
    const waiting = waitingFile(compared.baseline)
    const slow = await comparePairs(1, { baseline: bare, subject: () => built([waiting]) }, say)
    return { compared, planted: slow.ratio }
  } finally {
    await subject.close()
  }
}

export const trial: Trial = {
  family: 'bench',
  name: 'build',
  runsOn: 'nightly',
  summary: 'time from merge to production, against the start of a bare engine on the same files',
  claim: 'A build goes live shortly after its engine could start.',
  gate: 'Ratio at most 1.2 (stretch 1.05).',
  onFailure:
    'The build starts late (notification, Temporal), or the compiler loads too much or is not precompiled (`facet engines install`).',
  needs: ['postgres', 's3', 'namespaces'],
  short: { seconds: 60, pace: 'alone' },
  run: async (options) => {
    const ground = await openStartGround()
    try {
      const { compared, planted } = await compare(ground, options)
      return findingOf(options.quick, {
        isHeld: planted === undefined || planted > gate,
        isReached: compared.ratio <= gate,
        figures: { ...compared, better: 'lower', gate, stretch, unit: 'ms', planted },
      })
    } finally {
      await ground.close()
    }
  },
}
