/** Headers of tar archives, written and read. */
export { blockBytes, readTarHeader, tarChecksum, tarEnd, type TarHeader, TarHeaderInvalid, tarPadding, writeTarHeader } from './header.ts'
