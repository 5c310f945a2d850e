import type { DeploymentVersion, ReleaseChannel } from '@facet/contract'
import { Failure } from '#kernel/failure'

export type Channels = Record<ReleaseChannel, string>
/** What an installation offers: the newest of each channel, and every version it can run. */
export type Offered = { channels: Channels; engineVersions: readonly string[] }
export type Current = { release_channel: string; release_channel_version: string }
export type VersionRun = { release_channel: string; version: string }

export const offeredBy = (config: { engineChannels: Channels; engineVersions: readonly string[] }): Offered => ({
  channels: config.engineChannels,
  engineVersions: config.engineVersions,
})

const newerFirst = (a: string, b: string): number => {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (let part = 0; part < 3; part++) if (left?.[part] !== right?.[part]) return (right?.[part] ?? 0) - (left?.[part] ?? 0)
  return 0
}

/**
 * The newest of each channel and what the tenant has run, newest first within a channel: of these, what can run here, and what the
 * deployment is on whether it can or not.
 */
export const versionsOf = ({ channels, engineVersions }: Offered, runs: VersionRun[], current: Current): DeploymentVersion[] =>
  (['latest', 'release'] as const).flatMap((channel) => {
    const versions = new Set([channels[channel], ...runs.filter((run) => run.release_channel === channel).map((run) => run.version)])
    const isCurrent = (version: string) => current.release_channel === channel && current.release_channel_version === version
    const offered = [...versions].filter((version) => engineVersions.includes(version) || isCurrent(version))
    return offered.toSorted(newerFirst).map((version) => ({
      releaseChannelVersion: `cubejs/cube:v${version}`,
      version,
      releaseChannel: channel,
      isLatestInChannel: version === channels[channel],
      isCurrent: isCurrent(version),
    }))
  })

const numberEnd = 1_000_000

/** Where a version stands in that order, as text that sorts: a place must stay when versions are added before it. */
export const placeOf = ({ releaseChannel, version }: DeploymentVersion): string =>
  [releaseChannel, ...version.split('.').map((part) => String(numberEnd - Number(part)).padStart(7, '0')), version].join(' ')

/** Bare, v-prefixed and image-style name the same version. */
const bare = (version: string): string => version.replace(/^cubejs\/cube:/, '').replace(/^v/, '')

/** The version a request asks for: the named one of the target channel, or the newest when only a channel is named. */
export const chooseVersion = (
  versions: DeploymentVersion[],
  current: Current,
  request: { releaseChannel?: ReleaseChannel | null; releaseChannelVersion?: string | null },
): DeploymentVersion => {
  const channel = request.releaseChannel ?? current.release_channel
  const offered = versions.filter((version) => version.releaseChannel === channel)
  const wanted = request.releaseChannelVersion
  const chosen = offered.find((version) => (wanted == null ? version.isLatestInChannel : version.version === bare(wanted)))
  if (chosen) return chosen
  throw new Failure(
    'version_not_listed',
    `Version "${wanted}" is not listed for the channel ${channel}. Use one of: ${offered.map((version) => version.version).join(', ')}.`,
  )
}
