import type { Finding, Trial, TrialOptions } from '../../trial.ts'
import { attacksOn, type StolenSecrets } from './tokens/attacks.ts'
import { partsOf } from './tokens/forge.ts'
import { areRefused, judgeGrants } from './tokens/grants.ts'
import { rotateUnderUse } from './tokens/rotation.ts'
import { createStage, type Stage } from './tokens/stage.ts'
import { tryAttacks } from './tokens/try-attacks.ts'

const stolenSecretsOf = async ({ processes, own, other, signingKey }: Stage): Promise<StolenSecrets> => {
  const [process] = processes
  const token = await own.token(process)
  const foreign = await other.token(process)
  const { kid, key } = await signingKey(own)
  const theirs = await signingKey(other)
  return { token, key, ownerKid: kid, other: { ...theirs, audience: String(partsOf(foreign).claims['aud']) } }
}

const run = async (stage: Stage, { quick, say }: TrialOptions): Promise<Finding> => {
  const [process] = stage.processes
  const attacks = attacksOn(await stolenSecretsOf(stage))
  const { accepted, oddAnswers, twinsAccepted } = await tryAttacks(stage, process, attacks)
  say(
    `${attacks.length} attacks: ${accepted.length} accepted; ${twinsAccepted} twins accepted; ${JSON.stringify([...accepted, ...oddAnswers])}`,
  )

  const grants = await judgeGrants(stage)
  for (const judged of grants) say(JSON.stringify(judged))
  const rotation = await rotateUnderUse(stage, { rotations: quick ? 5 : 10, everyMs: quick ? 1000 : 60_000 })
  say(`rotation: ${JSON.stringify(rotation)}`)
  return {
    isPassed:
      accepted.length === 0 &&
      oddAnswers.length === 0 &&
      twinsAccepted === attacks.length &&
      areRefused(grants) &&
      rotation.refused === 0 &&
      rotation.kids >= rotation.rotations,
    figures: { attacks: attacks.length, accepted, oddAnswers, twinsAccepted, grants, rotation },
  }
}

export const trial: Trial = {
  family: 'security',
  name: 'tokens',
  runsOn: 'landing',
  summary: 'forged, stolen, foreign and ended embed tokens, and key rotation under load',
  claim: 'Only valid embed tokens are accepted, and key rotation rejects none of them.',
  gate: '0 forgeries accepted, every valid counterpart accepted, 0 valid tokens rejected during rotation.',
  onFailure: '`accepted` names the forgery. If a valid counterpart fails, the forgery is rejected for another reason and proves nothing.',
  needs: ['postgres'],
  short: { seconds: 20, pace: 'works' },
  run: async (options) => {
    const stage = await createStage()
    try {
      return await run(stage, options)
    } finally {
      await stage.close()
    }
  },
}
