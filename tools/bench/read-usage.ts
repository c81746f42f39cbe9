import { readFileSync } from 'node:fs'
import { statOf } from '../../apps/server/src/entry/testing/process-tree.ts'

/** The kernel counts processor time in hundredths of a second on every common Linux. */
const ticksPerSecond = 100

/** Returns the processor time in seconds of the processes and of their children that ended. */
export function cpuSecondsOf(pids: readonly number[]): number {
  const ticks = pids.flatMap((pid) => statOf(pid)?.slice(11, 15).map(Number) ?? [])
  return ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond
}

/** Returns the processor time in seconds of the whole machine. */
export function cpuSecondsOfMachine(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [, user, nice, system, , , irq, softIrq, steal] = line.split(/\s+/).map(Number)
  const busy = [user, nice, system, irq, softIrq, steal]
  return busy.reduce<number>((sum, one) => sum + (one ?? 0), 0) / ticksPerSecond
}

/** Returns the resident memory of the processes in megabytes; shared memory counts for each of them. */
export function residentMegabytesOf(pids: readonly number[]): number {
  return sum(pids, (pid) => readKilobytes(`/proc/${pid}/status`, 'VmRSS'))
}

/** Returns the memory in megabytes with shared memory divided among the processes, such as PostgreSQL's buffers. */
export function proportionalMegabytesOf(pids: readonly number[]): number {
  return sum(pids, (pid) => readKilobytes(`/proc/${pid}/smaps_rollup`, 'Pss'))
}

function sum(pids: readonly number[], kilobytes: (pid: number) => number): number {
  return pids.reduce((all, pid) => all + kilobytes(pid), 0) / 1024
}

function readKilobytes(file: string, name: string): number {
  try {
    const text = readFileSync(file, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0)
  } catch {
    // The process ended after it was listed.
    return 0
  }
}
