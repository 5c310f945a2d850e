import { isAnswering } from './answering.ts'
import { isRunning } from './processes.ts'
import { readStack, type Stack } from './state.ts'

export type Status = { isUp: boolean; baseUrl: string | null; parts: { name: string; isUp: boolean; at: string }[] }

const portOf = (url: string): number => Number(new URL(url).port)

const partsOf = async (stack: Stack): Promise<Status['parts']> => [
  { name: 'facet', isUp: isRunning(stack.server) && (await isAnswering(stack.port)), at: stack.baseUrl },
  { name: 'postgres', isUp: await isAnswering(portOf(stack.postgresUrl)), at: `127.0.0.1:${portOf(stack.postgresUrl)}` },
  ...(stack.s3Endpoint === null
    ? []
    : [{ name: 's3', isUp: isRunning(stack.s3Server) && (await isAnswering(portOf(stack.s3Endpoint))), at: stack.s3Endpoint }]),
  ...(stack.temporalAddress === null
    ? []
    : [
        {
          name: 'temporal',
          isUp: isRunning(stack.temporalServer) && (await isAnswering(portOf(`http://${stack.temporalAddress}`))),
          at: stack.temporalAddress,
        },
      ]),
  ...(stack.demo?.shop
    ? [
        {
          name: 'shop',
          isUp: isRunning(stack.demo.shop.server) && (await isAnswering(portOf(stack.demo.shop.url))),
          at: stack.demo.shop.url,
        },
      ]
    : []),
]

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
