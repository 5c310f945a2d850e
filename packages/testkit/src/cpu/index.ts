/** Processor time of processes, and of the machine compared with a reference. */
export { calibrate } from './calibrate.ts'
export { cpuSecondsOf, cpuSecondsWithChildren, parseCpuSeconds } from './cpu-seconds.ts'
