import { watch } from 'node:fs'
import { connect } from 'node:net'
import { asAsked } from '@facet/testkit/relay'
import { createMoment } from '../../../harness/moment.ts'
import { pause } from '../../../harness/numbers.ts'
import type { Fleet, FleetNode } from './fleet.ts'
import { type Model, newToken, type Put } from './models.ts'

/** The phases of a write in which its node is killed, in order. */
export const phases = ['received', 'git', 'upload', 'uploaded', 'moved', 'committed', 'answered'] as const
export type Phase = (typeof phases)[number]

/** Detects from connections and disk that a write on the node reached the phase. The node itself is not changed. */
export type Ambush = {
  reached: Promise<void>
  /** A write of which only half was sent, so it must never appear. */
  neverWritten?: Put
  /** Drops held messages and opens the connections for the next process. */
  clear: () => void
}

type Lay = (fleet: Fleet, node: FleetNode, model: Model, round: number) => Ambush

const halfBody: Lay = (fleet, node, model) => {
  const put = newToken('half')
  const body = JSON.stringify({ files: [put], branchName: model.branch })
  const { hostname, port } = new URL(node.process().url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => undefined)
  const head = [
    `PUT /build/api/v1/deployments/${model.deploymentId}/data-model/files HTTP/1.1`,
    `host: ${hostname}`,
    `x-forwarded-host: ${fleet.tenant.host}`,
    `authorization: Bearer ${fleet.tenant.adminKey}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const sent = new Promise<void>((resolve) => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, body.length / 2)}`, () => resolve())
  })
  // Lets the node read the bytes.
  return { reached: sent.then(() => pause(20)), neverWritten: put, clear: () => socket.destroy() }
}

const whileGitWorks: Lay = (_fleet, node, _model, round) => {
  const { reached, reach } = createMoment()
  const watcher = watch(node.editsFolder(), (event, name) => {
    if (event === 'rename' && name && !name.startsWith('repack-')) reach()
  })
  // Kills git at varying times.
  return { reached: reached.then(() => pause((round % 4) * 8)), clear: () => watcher.close() }
}

const whileUploading: Lay = (_fleet, node, _model, round) => {
  const { reached, reach } = createMoment()
  node.store.behave(async (exchange) => {
    if (exchange.method !== 'PUT') return asAsked(exchange)
    // The store receives nothing of the object, half of it, or all of it.
    if (round % 3 === 1) exchange.forwardPart(0.5)
    if (round % 3 === 2) await exchange.forward()
    reach()
    return exchange.left
  })
  return { reached, clear: () => node.store.behave(asAsked) }
}

const atDatabase =
  (moment: 'statement' | 'commit' | 'committed'): Lay =>
  (_fleet, node) => {
    const hold = node.database.hold(moment)
    return { reached: hold.held, clear: hold.drop }
  }

const beforeAnswer: Lay = (_fleet, node) => {
  const hold = node.answers.hold()
  return { reached: hold.held, clear: hold.drop }
}

export const ambushes: Record<Phase, Lay> = {
  received: halfBody,
  git: whileGitWorks,
  upload: whileUploading,
  uploaded: atDatabase('statement'),
  moved: atDatabase('commit'),
  committed: atDatabase('committed'),
  answered: beforeAnswer,
}
