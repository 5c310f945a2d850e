import { createInstallation, type Installation } from '../../harness/installation.ts'
import { createS3Installation } from '../../harness/s3-installation.ts'
import type { Trial } from '../../trial.ts'
import { restoreDump } from './restore/dumped.ts'
import { isNoticed, loseLastSecond, type Round } from './restore/last-second.ts'

const using = async <T>(opening: Promise<Installation>, work: (installation: Installation) => Promise<T>): Promise<T> => {
  const installation = await opening
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'restore',
  runsOn: 'landing',
  summary: 'a restored dump, and database files that lost their last second',
  claim: 'A restored database revives no deleted credential, session or tenant.',
  gate: '`facet serve` refuses until `facet restored` ran. Then 0 old tokens, sessions and keys work, and 0 ids are reused.',
  onFailure:
    '`tokensAccepted`: the epoch is not raised or not checked. `endedAccepted` names what returned: its table lacks a trigger or a replay (`domains/tenant/restore`).',
  needs: ['postgres', 's3'],
  short: { seconds: 30, pace: 'works' },
  run: async (options) => {
    const { quick, say } = options
    const rounds: Round[] = []
    const loseSeconds = async (installation: Installation, count: number): Promise<void> => {
      for (let round = 0; round < count; round++) {
        rounds.push(await loseLastSecond(installation, round % 2 === 1))
        say(`lost second: ${JSON.stringify(rounds.at(-1))}`)
      }
    }
    const inFolder = await using(createInstallation(), async (installation) => {
      const found = await restoreDump(installation, quick ? 2 : 10, true, options)
      await loseSeconds(installation, quick ? 1 : 6)
      return found
    })
    const inS3 = quick
      ? null
      : await using(createS3Installation(), async (installation) => {
          await loseSeconds(installation, 2)
          return restoreDump(installation, 10, false, options)
        })
    return {
      isPassed: inFolder.isPassed && (inS3?.isPassed ?? true) && rounds.every(isNoticed),
      figures: {
        dump: inFolder.figures,
        ...(inS3 ? { dumpInS3: inS3.figures } : {}),
        lostSecond: {
          rounds: rounds.length,
          startsRefused: rounds.filter(({ isStartRefused }) => isStartRefused).length,
          stoppedAfterMs: rounds.map(({ stoppedAfterMs }) => stoppedAfterMs),
          tokensTried: rounds.reduce((sum, { look }) => sum + look.tokensTried, 0),
          tokensAccepted: rounds.reduce((sum, { look }) => sum + look.tokensAccepted, 0),
          endedAccepted: rounds.flatMap(({ look }) => look.endedAccepted),
          idsGivenAgain: rounds.reduce((sum, { look }) => sum + look.idsGivenAgain, 0),
        },
      },
    }
  },
}
