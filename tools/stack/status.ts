import { isAnswering } from './answering.ts'
import { isRunning } from './processes.ts'
import { readStack, type Stack, type StartedProcess } from './state.ts'

export type Status = { isUp: boolean; baseUrl: string | null; parts: { name: string; isUp: boolean; at: string }[] }

type Part = Status['parts'][number]

/** A part that the stack has, as a list of one. PostgreSQL has no recorded process. */
const partOf = async (name: string, url: string | null | undefined, process?: StartedProcess | null, at = url): Promise<Part[]> => {
  if (url === null || url === undefined) return []
  const isStarted = process === undefined || isRunning(process)
  return [{ name, isUp: isStarted && (await isAnswering(Number(new URL(url).port))), at: at ?? url }]
}

const partsOf = async (stack: Stack): Promise<Part[]> => {
  const { temporalAddress, demo } = stack
  const postgres = `127.0.0.1:${new URL(stack.postgresUrl).port}`
  const parts = [
    partOf('facet', `http://localhost:${stack.port}`, stack.server, stack.baseUrl),
    partOf('postgres', stack.postgresUrl, undefined, postgres),
    partOf('s3', stack.s3Endpoint, stack.s3Server),
    partOf('temporal', temporalAddress && `http://${temporalAddress}`, stack.temporalServer, temporalAddress),
    partOf('shop', demo?.shop?.url, demo?.shop?.server),
  ]
  return (await Promise.all(parts)).flat()
}

export const stackStatus = async (): Promise<Status> => {
  const stack = readStack()
  if (!stack) return { isUp: false, baseUrl: null, parts: [] }
  const parts = await partsOf(stack)
  return { isUp: parts.every(({ isUp }) => isUp), baseUrl: stack.baseUrl, parts }
}

export const statusLines = ({ parts }: Status): string[] =>
  parts.length === 0
    ? ['no stack was started here; pnpm stack up starts one']
    : parts.map(({ name, isUp, at }) => `${name.padEnd(10)}${isUp ? 'up  ' : 'down'}  ${at}`)
