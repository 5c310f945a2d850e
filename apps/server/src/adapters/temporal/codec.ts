import type { Payload, PayloadCodec } from '@temporalio/common'
import proto from '@temporalio/proto'
import type { Sealer } from './options.ts'

/** Larger ones go by reference: a history is read whole at every turn, and its store is no place for files. */
export const maxPayloadBytes = 32 * 1024

const encoding = 'binary/facet-sealed'
const { Payload: Wire } = proto.temporal.api.common.v1

const refuseLarge = (size: number): void => {
  if (size > maxPayloadBytes)
    throw new RangeError(
      `A payload of ${size} bytes is over the ${maxPayloadBytes} that a workflow may carry. Put it into the object store and pass its key.`,
    )
}

export const isSealed = ({ metadata }: Payload): boolean => Buffer.from(metadata?.['encoding'] ?? []).toString() === encoding

/** Everything that workflows and activities are given and answer is sealed before it leaves the process. */
export const createCodec = ({ seal, open }: Sealer): PayloadCodec => ({
  encode: (payloads) =>
    Promise.all(
      payloads.map(async (payload): Promise<Payload> => {
        const plain = Buffer.from(Wire.encode(payload).finish())
        refuseLarge(plain.length)
        return { metadata: { encoding: Buffer.from(encoding) }, data: await seal(plain) }
      }),
    ),
  decode: (payloads) =>
    Promise.all(
      payloads.map(async (payload): Promise<Payload> => {
        // What another client wrote in the open is read as it is: nothing secret is in it.
        if (!isSealed(payload)) return payload
        const { metadata, data } = Wire.decode(await open(Buffer.from(payload.data ?? [])))
        return { metadata, data }
      }),
    ),
})
