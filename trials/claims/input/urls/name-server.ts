import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type NameServer = { close: () => Promise<void> }

/** Returns the addresses of a name. Called for each query. */
export type Answers = (name: string) => string[]

const types = { A: 1, AAAA: 28 }

const nameIn = (query: Buffer): { name: string; end: number } => {
  const labels: string[] = []
  let at = 12
  while (query[at]) {
    const length = query[at] ?? 0
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

const bytesOf = (address: string): Buffer => {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const bytes = Buffer.alloc(16)
  for (const [place, group] of groups(head).entries()) bytes.writeUInt16BE(group, place * 2)
  for (const [place, group] of groups(tail).toReversed().entries()) bytes.writeUInt16BE(group, 14 - place * 2)
  return bytes
}

const recordOf = (type: number, address: string): Buffer => {
  const bytes = bytesOf(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0) // pointer to the name in the question
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(0, 6) // TTL
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

const answerTo = (query: Buffer, answers: Answers): Buffer => {
  const { name, end } = nameIn(query)
  const type = query.readUInt16BE(end - 4)
  const found = answers(name).filter((address) => type === (address.includes(':') ? types.AAAA : types.A))
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8580, 2)
  head.writeUInt16BE(found.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, query.subarray(12, end), ...found.map((address) => recordOf(type, address))])
}

/** Serves DNS on 127.0.0.1. The namespace's resolv.conf names no other server. */
export const startNameServer = async (answers: Answers): Promise<NameServer> => {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, answers), port, address))
  socket.bind(53, '127.0.0.1')
  await once(socket, 'listening')
  return { close: async () => void socket.close() }
}
