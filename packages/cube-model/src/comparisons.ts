import type { BranchDiff, BrokenContent, ModelChange, ModelFileChange } from '@facet/contract'
import { LRUCache } from 'lru-cache'
import { type CachedFile, createModelCache } from './cache.ts'
import { type BrokenMembers, listBrokenMembers } from './broken-members.ts'
import { isWidening } from './change.ts'
import { describeDiff, diffModels } from './diff-models.ts'
import { diffMarkdown } from './diff-markdown.ts'
import { diffSarif } from './diff-sarif.ts'
import { modelLimits } from './limits.ts'
import type { Model } from './model.ts'
import { hasModelKey, readFile, tooLarge } from './read-file.ts'
import { kindOfPath, type ParsedFile, readParsed } from './read-model.ts'

/** A file of a version, by its path and the id of its content. */
export type ModelFile = { path: string; id: string }

/** What an answer says beside the differences. */
export type DiffHead = { branchName: string; lastHash: string; baseBranch: string; baseHash: string }

/** An answer as it is sent. What it breaks of the content is known elsewhere, and left out where nobody asked. */
export type DescribedOutput = {
  as: 'json' | 'markdown' | 'sarif'
  files: ModelFileChange[]
  rulesVersion: string
  head: DiffHead
  mustAcknowledge: boolean
  content?: BrokenContent
}

export type ComparisonOutput = DescribedOutput | { as: 'judgement'; maxWidening: number; maxBroken: number }

/** By which changes somebody sees more, and which names break what uses them. */
export type Judgement = { widening: { count: number; listed: { file: string; message: string }[] }; broken: BrokenMembers }

export type Finished = { bytes: Uint8Array<ArrayBuffer> } | { judgement: Judgement } | { tooManyBytes: number }

/** A comparison goes in steps, so that others get their turns in between: what it is of, what is missing of that, and what is wanted. */
export type ComparisonStep =
  | { step: 'open'; job: number; before: ModelFile[]; after: ModelFile[] }
  | { step: 'parse'; job: number; files: { id: string; bytes: Uint8Array | null }[] }
  | { step: 'finish'; job: number; output: ComparisonOutput }
  | { step: 'drop'; job: number }

export type Opened = { missing: string[]; knownBytes: number }
export type ComparisonDropped = { isDropped: true }

type Compared = { before: Model; after: Model; changes: ModelChange[] }

type Job = { before: ModelFile[]; after: ModelFile[]; models: Set<string>; held: Map<string, CachedFile>; compared?: Compared }

const readerOf = ({ held }: Job) => {
  const parsedOf = ({ path, id }: ModelFile): ParsedFile => ({
    path,
    digest: id,
    raw: held.get(id)?.raw ?? null,
    isKeyed: held.get(id)?.isKeyed ?? false,
  })
  return (files: ModelFile[]): Model => readParsed(files.map(parsedOf))
}

/** Once for each job: what is asked second follows from the same changes. */
const comparedOf = (job: Job): Compared => {
  const modelOf = readerOf(job)
  const [before, after] = [modelOf(job.before), modelOf(job.after)]
  return { before, after, changes: diffModels(before, after) }
}

const sizeOf = ({ changes, opaque, files }: BranchDiff): number =>
  changes.reduce((sum, { before = '', after = '', message, visibility }) => {
    const seen = visibility.reduce((total, { who, gains, loses }) => total + who.length + gains.join().length + loses.join().length, 0)
    return sum + before.length + after.length + message.length + seen + 300
  }, 0) +
  opaque.reduce((sum, { file, reason }) => sum + file.length + reason.length + 50, 0) +
  files.reduce((sum, { path }) => sum + path.length + 80, 0)

const written = (diff: BranchDiff, output: DescribedOutput): string => {
  const { content } = output
  if (output.as === 'markdown') return diffMarkdown(diff, content)
  if (output.as === 'sarif') return JSON.stringify(diffSarif(diff, { version: output.rulesVersion, ...(content ? { content } : {}) }))
  const needsAcknowledgement = output.mustAcknowledge && isWidening(diff.changes).length > 0
  return JSON.stringify({ ...output.head, needsAcknowledgement, ...diff, content })
}

const finish = (job: Job, output: ComparisonOutput, maxAnswerBytes: number): Finished => {
  job.compared ??= comparedOf(job)
  const { before, after, changes } = job.compared
  if (output.as === 'judgement') {
    const widening = isWidening(changes)
    const listed = widening.slice(0, output.maxWidening).map(({ file, message }) => ({ file, message }))
    const broken = listBrokenMembers(before, after, changes, output.maxBroken)
    return { judgement: { widening: { count: widening.length, listed }, broken } }
  }
  const diff = describeDiff(after, changes, output.files)
  const bytes = sizeOf(diff)
  return bytes > maxAnswerBytes ? { tooManyBytes: bytes } : { bytes: new Uint8Array(new TextEncoder().encode(written(diff, output))) }
}

const maxJobs = 8

/** What nobody looks into may well be a model. */
const unread = (id: string): CachedFile => ({ raw: tooLarge(id), isKeyed: true, bytes: 0 })

const fileOf = (bytes: Uint8Array, isModel: boolean): CachedFile => {
  const content = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const isKeyed = hasModelKey(content)
  return { raw: isKeyed || isModel ? readFile(content) : null, isKeyed, bytes: bytes.length }
}

/** Comparisons under way, and what was parsed for any of them. */
export const createComparisons = ({
  maxAnswerBytes,
}: {
  maxAnswerBytes: number
} = modelLimits): ((message: ComparisonStep) => Opened | Finished | ComparisonDropped | null) => {
  const cache = createModelCache()
  // Beyond so many, the one that nobody came back for the longest is lost.
  const jobs = new LRUCache<number, Job>({ max: maxJobs })

  const open = ({ job, before, after }: Extract<ComparisonStep, { step: 'open' }>): Opened => {
    const held = new Map<string, CachedFile>()
    const models = new Set([...before, ...after].flatMap(({ path, id }) => (kindOfPath(path) === 'model' ? [id] : [])))
    const missing = new Set<string>()
    let knownBytes = 0
    for (const { path, id } of [...before, ...after]) {
      const kind = kindOfPath(path)
      if (kind === 'code' || kind === 'other' || held.has(id) || missing.has(id)) continue
      const known = cache.lookUp(id)
      // One outside of the folders of models may be known and not have been parsed.
      if (!known || (known.raw === null && models.has(id))) missing.add(id)
      else {
        held.set(id, known)
        knownBytes += known.bytes
      }
    }
    jobs.set(job, { before, after, models, held })
    return { missing: [...missing], knownBytes }
  }

  const parse = (job: Job, files: Extract<ComparisonStep, { step: 'parse' }>['files']): null => {
    for (const { id, bytes } of files) {
      const file = bytes === null ? unread(id) : fileOf(bytes, job.models.has(id))
      job.held.set(id, file)
      cache.keep(id, file)
    }
    return null
  }

  return (message) => {
    if (message.step === 'open') return open(message)
    const job = jobs.get(message.job)
    if (message.step === 'drop') {
      jobs.delete(message.job)
      return null
    }
    if (!job) return { isDropped: true }
    return message.step === 'parse' ? parse(job, message.files) : finish(job, message.output, maxAnswerBytes)
  }
}
