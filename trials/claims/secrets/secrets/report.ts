import { createScan, type Hit, type Scan, wanted } from './scanner.ts'
import { checkScan } from './self-check.ts'
import type { Sink } from './sinks.ts'

export type SinkReport = {
  sink: string
  bytes: number
  parts: number
  isMarkerFound: boolean
  planted: { found: number; of: number }
  hits: Hit[]
}

/** Looks through one sink, and shows that it did: what belongs there is found, and so is what is planted there in every form. */
export const searchSink = ({ name, parts, marker }: Sink, scan: Scan): SinkReport => {
  const scanForMarker = createScan([wanted('marker', marker)])
  const largest = parts.reduce((one, other) => (other.length > one.length ? other : one), Buffer.alloc(0))
  return {
    sink: name,
    bytes: parts.reduce((total, part) => total + part.length, 0),
    parts: parts.length,
    isMarkerFound: parts.some((part) => scanForMarker(part).length > 0),
    planted: checkScan(largest),
    hits: parts.flatMap(scan),
  }
}

export const isClean = (report: SinkReport): boolean =>
  report.hits.length === 0 && report.bytes > 0 && report.isMarkerFound && report.planted.found === report.planted.of
