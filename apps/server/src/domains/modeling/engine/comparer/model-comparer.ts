import type { BrokenContent } from '@facet/contract'
import { type ObjectReader, ObjectOverLimit, type TreeEntry } from '#adapters/git'
import { ComputeLimitExceeded, type ComputeProcess } from '#adapters/compute'
import { Failure } from '#kernel/failure'
import { type Bulkhead, createBulkhead } from '#limits'
import {
  type ComparisonStep,
  type Finished,
  kindOfPath,
  type ComparisonDropped,
  type ModelFile,
  modelLimits,
  type Opened,
  type BrokenMembers,
  type ComparisonOutput,
  type DescribedOutput,
  type Judgement,
} from '@facet/cube-model'

/** Two versions of a data model: all files of each, and where their contents are read. */
export type Comparison = { before: readonly TreeEntry[]; after: readonly TreeEntry[]; objects: Pick<ObjectReader, 'read' | 'sizeOf'> }

export type ComparisonRequester = { tenantId: number; signal: AbortSignal }

/** What content uses these names, asked while a comparison is under way. It may be asked twice. */
export type ContentLookUp = (broken: BrokenMembers) => Promise<BrokenContent>

/** What a change of a data model means, worked out in processes of their own. */
export type ModelComparer = {
  /** The answer as it is sent. With a look-up, it also says what content breaks. */
  describe: (requester: ComparisonRequester, comparison: Comparison, output: DescribedOutput, lookUp?: ContentLookUp) => Promise<Buffer>
  /** By which changes somebody sees more, and which names break what uses them. */
  judge: (requester: ComparisonRequester, comparison: Comparison, maxWidening: number) => Promise<Judgement>
  close: () => Promise<void>
}

/** Of the rules by which changes are judged, not of the program. */
export const diffRulesVersion = '1.1.0'

// Long enough for a file of the largest kind on a busy machine, and for two whole models against each other.
const stepTimeoutMs = 30_000
const finishTimeoutMs = 60_000
/** Names looked for in the content; of more, the first. */
const maxBroken = 10_000
const askedAtOnce = 500
const readAtOnce = 50
const parsedAtOnceBytes = 128 * 1024
/** Of one process: more would share its memory, fewer would let one wait for another that reads. */
const comparisonsPerProcess = 2

const tooLarge = (what: string): Failure =>
  new Failure('model_too_large', `${what}. That is more than one call compares: compare with a nearer version, or split the change.`)

const exceeded = ({ limit, cause }: ComputeLimitExceeded): Failure =>
  new Failure(
    'resource_limit_exceeded',
    `Comparing the two versions of the data model exceeded the ${limit} limit of one call, so it was stopped and nothing was changed. Compare with a nearer version, split the change, or make its files simpler.`,
    { cause },
  )

/** The process was replaced while this one was not to blame. */
class ComparisonLost extends Error {}

type Lane = { compute: ComputeProcess; turns: Bulkhead<number>; jobs: number }

const filesOf = (entries: readonly TreeEntry[]): ModelFile[] =>
  entries.flatMap(({ path, oid }) => (kindOfPath(path) === 'other' ? [] : [{ path, id: oid }]))

export const createModelComparer = (processes: readonly ComputeProcess[]): ModelComparer => {
  const capacity = processes.length * comparisonsPerProcess
  const waiting = { holder: 'tenant', maxWaiting: 200, maxWaitingPerKey: 50 }
  const places = createBulkhead<number>({
    ...waiting,
    what: 'comparisons of data models',
    capacity,
    maxPerKey: Math.ceil(capacity / 2),
    maxWaitMs: 30_000,
  })
  const lanes = processes.map(
    (compute): Lane => ({
      compute,
      jobs: 0,
      turns: createBulkhead<number>({ ...waiting, what: 'turns of a process', capacity: 1, maxPerKey: 1, maxWaitMs: 120_000 }),
    }),
  )
  let lastJob = 0

  const step = async <T>(lane: Lane, { tenantId, signal }: ComparisonRequester, message: ComparisonStep): Promise<T> => {
    const timeoutMs = message.step === 'finish' ? finishTimeoutMs : stepTimeoutMs
    try {
      const answer = await lane.turns.run(tenantId, () => lane.compute.call({ message, timeoutMs }), { signal })
      if (answer !== null && typeof answer === 'object' && 'isDropped' in (answer as ComparisonDropped | object)) throw new ComparisonLost()
      return answer as T
    } catch (error) {
      throw error instanceof ComputeLimitExceeded ? exceeded(error) : error
    }
  }

  const readOne = async ({ objects }: Comparison, id: string): Promise<{ id: string; bytes: Uint8Array | null }> => {
    try {
      return { id, bytes: (await objects.read(id, modelLimits.maxFileBytes)).content }
    } catch (error) {
      if (error instanceof ObjectOverLimit) return { id, bytes: null }
      throw error
    }
  }

  /** Refuses before anything is read. What is too large by itself is not read at all. */
  const requireComparable = async ({ objects }: Comparison, ids: string[], knownBytes: number): Promise<void> => {
    const { maxFileBytes, maxComparedBytes } = modelLimits
    let total = knownBytes
    for (let at = 0; at < ids.length; at += askedAtOnce)
      for (const bytes of await Promise.all(ids.slice(at, at + askedAtOnce).map((id) => objects.sizeOf(id))))
        if (bytes <= maxFileBytes) total += bytes
    if (total > maxComparedBytes)
      throw tooLarge(`The YAML files of the two versions together have ${total} bytes, where ${maxComparedBytes / 1_048_576} MB may be`)
  }

  /** Reads what the process does not know and hands it over in pieces, between which others have their turns. */
  const supply = async (
    lane: Lane,
    requester: ComparisonRequester,
    job: number,
    comparison: Comparison,
    { missing, knownBytes }: Opened,
  ): Promise<void> => {
    await requireComparable(comparison, missing, knownBytes)
    let files: { id: string; bytes: Uint8Array | null }[] = []
    let bytes = 0
    const hand = async (): Promise<void> => {
      if (files.length === 0) return
      await step<null>(lane, requester, { step: 'parse', job, files })
      files = []
      bytes = 0
    }
    for (let at = 0; at < missing.length; at += readAtOnce)
      for (const file of await Promise.all(missing.slice(at, at + readAtOnce).map((id) => readOne(comparison, id)))) {
        files.push(file)
        bytes += file.bytes?.length ?? 0
        if (bytes >= parsedAtOnceBytes) await hand()
      }
    await hand()
  }

  const judgementOf = (finished: Finished): Judgement => {
    if ('judgement' in finished) return finished.judgement
    throw new Error('A comparison was answered with something else than what was asked for.')
  }

  type Wanted = { output: ComparisonOutput; lookUp?: ContentLookUp | undefined }

  const attempt = async (requester: ComparisonRequester, comparison: Comparison, { output, lookUp }: Wanted): Promise<Finished> => {
    const [lane = lanes[0] as Lane] = lanes.toSorted((a, b) => a.jobs - b.jobs)
    const job = ++lastJob
    lane.jobs++
    try {
      const { before, after } = comparison
      const opened = await step<Opened>(lane, requester, { step: 'open', job, before: filesOf(before), after: filesOf(after) })
      await supply(lane, requester, job, comparison, opened)
      const finish = (wanted: ComparisonOutput) => step<Finished>(lane, requester, { step: 'finish', job, output: wanted })
      if (!lookUp || output.as === 'judgement') return await finish(output)
      const { broken } = judgementOf(await finish({ as: 'judgement', maxWidening: 0, maxBroken }))
      return await finish({ ...output, content: await lookUp(broken) })
    } finally {
      lane.jobs--
      // Whoever waits does not wait for this.
      step(lane, { ...requester, signal: new AbortController().signal }, { step: 'drop', job }).catch(() => undefined)
    }
  }

  const compare = (requester: ComparisonRequester, comparison: Comparison, wanted: Wanted): Promise<Finished> =>
    places.run(
      requester.tenantId,
      async () => {
        try {
          return await attempt(requester, comparison, wanted)
        } catch (error) {
          if (!(error instanceof ComparisonLost)) throw error
          return attempt(requester, comparison, wanted)
        }
      },
      { signal: requester.signal },
    )

  return {
    describe: async (requester, comparison, output, lookUp) => {
      const finished = await compare(requester, comparison, { output, lookUp })
      if ('bytes' in finished) return Buffer.from(finished.bytes.buffer, finished.bytes.byteOffset, finished.bytes.byteLength)
      throw tooLarge(`What the change means has more than ${modelLimits.maxAnswerBytes / 1_048_576} MB when it is written down`)
    },
    judge: async (requester, comparison, maxWidening) =>
      judgementOf(await compare(requester, comparison, { output: { as: 'judgement', maxWidening, maxBroken } })),
    close: async () => {
      for (const { compute } of lanes) await compute.close()
    },
  }
}
