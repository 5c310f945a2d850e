/** The engine versions that this build comes with a lockfile for. */
export const pinnedVersions: readonly string[] = ['1.7.43']
