import { createInstallation } from '../harness/installation.ts'
import { underConditions } from '../harness/machine.ts'
import { pause } from '../harness/numbers.ts'
import type { Trial } from '../trial.ts'
import { watched } from '../watched.ts'
import { countLost } from './lost-writes.ts'
import { isPassing, startWriters } from './writers.ts'

const writerCount = 8
const writesBetween = 300
const givenUpMs = 20_000

const killUnderLoad = async (kills: number, say: (line: string) => void) => {
  const installation = await createInstallation({ durable: true })
  try {
    const tenant = await installation.createTenant('writers')
    let server = await installation.serve()
    let api = installation.client(server, tenant)
    const writers = startWriters(writerCount, () => api)
    const killed: number[] = []
    try {
      for (let round = 1; round <= kills; round++) {
        const wanted = writers.acknowledgements() + writesBetween
        const deadline = performance.now() + givenUpMs
        while (writers.acknowledgements() < wanted && performance.now() < deadline) await pause(5)
        killed.push(performance.now())
        await server.kill('SIGKILL')
        server = await installation.serve()
        api = installation.client(server, tenant)
        say(`kill ${round}: ${writers.acknowledgements()} acknowledged`)
      }
      await pause(500)
    } finally {
      await writers.stop()
    }
    const { refused } = writers
    const wrong = refused.filter(({ status, code }) => !isPassing(status, code))
    return {
      kills,
      killsThatHitWrites: killed.filter((atMs) => refused.some(({ startedMs, endedMs }) => startedMs < atMs && endedMs > atMs)).length,
      acknowledgedWrites: writers.acknowledgements(),
      refused: refused.length,
      wrongAnswers: wrong.length,
      ...(wrong.length > 0 ? { wrongAnswerExamples: wrong.slice(0, 3) } : {}),
      slowestAnswerMs: Math.round(writers.slowestMs()),
      lost: await countLost(installation, tenant, api, writers.acknowledged),
    }
  } finally {
    await installation.close()
  }
}

export const restart: Trial = {
  name: 'restart',
  summary: 'SIGKILL of the facet process under writes, then a new one: nothing acknowledged is lost, nothing is done twice',
  watches: [...watched.requests],
  needs: ['postgres'],
  short: { seconds: 14, pace: 'waits' },
  run: async ({ quick, say }) => {
    const { value, conditions } = await underConditions(() => killUnderLoad(quick ? 2 : 5, say))
    const { lost, kills, killsThatHitWrites, wrongAnswers, acknowledgedWrites } = value
    const isLossless = lost.inDatabase === 0 && lost.throughApi === 0 && lost.doubled === 0
    return {
      isPassed: isLossless && killsThatHitWrites * 2 >= kills && wrongAnswers === 0 && acknowledgedWrites >= kills * writesBetween,
      figures: { ...value, ...conditions },
    }
  },
}
