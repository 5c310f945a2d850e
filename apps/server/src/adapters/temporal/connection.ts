import { Client, Connection, isGrpcServiceError } from '@temporalio/client'
import { createCodec } from './codec.ts'
import { failureConverterFile } from './files.ts'
import { connectionTo, type Sealer, type TemporalOptions } from './options.ts'

/** Dials with the first question, and again whenever the connection was lost. */
export const openConnection = (options: TemporalOptions): Connection =>
  Connection.lazy({
    ...connectionTo(options),
    connectTimeout: '5s',
    // Left alone it waits up to two minutes before it looks again.
    channelArgs: { 'grpc.initial_reconnect_backoff_ms': 200, 'grpc.max_reconnect_backoff_ms': 2000 },
  })

export const clientOver = (connection: Connection, { namespace }: TemporalOptions, sealer: Sealer): Client =>
  new Client({
    connection,
    namespace,
    identity: 'facet',
    dataConverter: { failureConverterPath: failureConverterFile, payloadCodecs: [createCodec(sealer)] },
  })

// As gRPC numbers them.
const codes = { notFound: 5, alreadyExists: 6 } as const

const hasGrpcCode = (error: unknown, code: number): boolean => isGrpcServiceError(error) && (error.code as number) === code

export const isNotFound = (error: unknown): boolean => hasGrpcCode(error, codes.notFound)
export const isAlreadyThere = (error: unknown): boolean => hasGrpcCode(error, codes.alreadyExists)
