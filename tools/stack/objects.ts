import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findS3Program, isS3Up, s3Program } from '@facet/testkit/s3'
import { chooseStackPort, startSomewhere, watchLog } from './another-port.ts'
import { isListening } from './listening.ts'
import { isRunning, startDetached, until } from './processes.ts'
import { folder, isNew, type StackSecrets, root, type Stack, writeStack } from './state.ts'

const bucket = 'facet'
const accessKeyId = 'facet'

/** Chosen once: the next start finds its objects where this one put them. */
export const chooseObjectStore = async (): Promise<Pick<Stack, 'objectStoreUrl' | 's3Endpoint' | 's3Server'>> =>
  findS3Program() === null
    ? { objectStoreUrl: pathToFileURL(join(folder, 'objects')).href, s3Endpoint: null, s3Server: null }
    : { objectStoreUrl: `s3://${bucket}`, s3Endpoint: `http://127.0.0.1:${await chooseStackPort()}`, s3Server: null }

const logFile = join(folder, 's3.log')

const start = async (stack: Stack, s3Endpoint: string, { s3Secret }: StackSecrets): Promise<void> => {
  if (!isRunning(stack.s3Server)) {
    const credentials = { accessKeyId, secretAccessKey: s3Secret }
    const { command, env } = s3Program(join(folder, 's3'), bucket, Number(new URL(s3Endpoint).port), credentials)
    stack.s3Server = startDetached(command, env, logFile, root)
    writeStack(stack)
  }
  const { s3Server } = stack
  await until('the S3 server answering', 120_000, async () => {
    if (!isRunning(s3Server)) throw new Error('The S3 server stopped at once; the end of .stack/s3.log says why.')
    return (await isListening(s3Server, Number(new URL(s3Endpoint).port))) && isS3Up(s3Endpoint)
  })
}

export const startObjectStore = async (stack: Stack, keeping: StackSecrets, say: (line: string) => void): Promise<void> => {
  if (stack.s3Endpoint === null) return say('no S3 server is installed (tools/setup does it): objects go into a folder')
  if (!isRunning(stack.s3Server)) say('starting an S3 server …')
  const endpoint = stack.s3Endpoint
  await startSomewhere({
    start: () => start(stack, stack.s3Endpoint ?? endpoint, keeping),
    move: isNew(stack) ? async () => void Object.assign(stack, await chooseObjectStore()) : null,
    written: watchLog(logFile),
  })
}

export const objectStoreSettings = (stack: Stack, keeping: StackSecrets): Record<string, string> => ({
  FACET_OBJECT_STORE: stack.objectStoreUrl,
  ...(stack.s3Endpoint === null
    ? {}
    : { FACET_S3_ENDPOINT: stack.s3Endpoint, FACET_S3_ACCESS_KEY_ID: accessKeyId, FACET_S3_SECRET_ACCESS_KEY: keeping.s3Secret }),
})
