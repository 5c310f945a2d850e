import { killUnderLoad } from '../postgres-kill.trial.ts'

/**
 * The positive control of the trial, run by hand: commits that do not wait for the disk lose acknowledged writes, and the trial
 * must count them. Were none found here, finding none in the trial would say nothing.
 */
const kills = 10
const { lost, lostSessions } = await killUnderLoad(kills, { synchronous_commit: 'off' }, (line) => void process.stdout.write(`${line}\n`))
const areSessionsNoticed = lostSessions.lostMints > 0 && lostSessions.exchangedTwice + lostSessions.lostGrants > 0
const isNoticed = lost.inDatabase > 0 && lost.throughApi > 0 && areSessionsNoticed
process.stdout.write(`${JSON.stringify({ name: 'postgres-kill-control', passed: isNoticed, kills, lost, lostSessions })}\n`)
process.exitCode = isNoticed ? 0 : 1
