import { createInstallation, type Installation } from '../../harness/installation.ts'
import { createS3Installation } from '../../harness/s3-installation.ts'
import type { Trial } from '../../trial.ts'
import { restoreDump } from './restore/dumped.ts'
import { isNoticed, loseLastSecond, type Round } from './restore/last-second.ts'

type Amounts = { seconds: number; credentials: number }

/** The dump comes last: after its restore, the object store refuses the database that the dump was taken from. */
const restoreOn = async (opening: Promise<Installation>, { seconds, credentials }: Amounts, say: (line: string) => void) => {
  const installation = await opening
  try {
    const rounds: Round[] = []
    for (let round = 0; round < seconds; round++) {
      rounds.push(await loseLastSecond(installation, round % 2 === 1))
      say(`lost second: ${JSON.stringify(rounds.at(-1))}`)
    }
    return { rounds, dump: await restoreDump(installation, credentials, say) }
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
  run: async ({ quick, say }) => {
    const inFolder = await restoreOn(createInstallation(), quick ? { seconds: 1, credentials: 2 } : { seconds: 6, credentials: 10 }, say)
    const inS3 = quick ? null : await restoreOn(createS3Installation(), { seconds: 2, credentials: 10 }, say)
    const rounds = [...inFolder.rounds, ...(inS3?.rounds ?? [])]
    return {
      isPassed: inFolder.dump.isPassed && inS3?.dump.isPassed !== false && rounds.every(isNoticed),
      figures: {
        dump: inFolder.dump.figures,
        dumpInS3: inS3?.dump.figures,
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
