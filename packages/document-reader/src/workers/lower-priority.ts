import { readdirSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL: low, PRIORITY_NORMAL: normal } = constants.priority

/**
 * By how much a process gives way, in steps of which each is worth about a fifth of the processor. With three of them the
 * server has two thirds of a core that both want. With ten it had nine tenths, and so had every other process of the
 * machine: beside two busy ones a photograph took 75 s instead of 4.
 */
export const stepsOfProcess = 3

/**
 * Lets the server go first where both want a core: for a process with all its threads, and all that it starts from
 * then on. Linux has a priority for each thread, and one for each session where it divides the processor among sessions
 * first: a process that leads a session of its own would have as much of it as the server, however low its threads are.
 */
export function lowerPriority(pid: number): void {
  for (const thread of process.platform === 'linux' ? threadsOf(pid) : [pid]) {
    attempt(() => setPriority(thread, stepsOfProcess))
  }
  if (process.platform === 'linux')
    attempt(() => writeFileSync(`/proc/${pid}/autogroup`, `${stepsOfProcess}`))
}

function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

/** What has ended meanwhile needs no priority, and a kernel without sessions' priorities has no file for them. */
function attempt(act: () => void): void {
  try {
    act()
  } catch {
    // It is only slower then.
  }
}

/**
 * What a thread calls before each job, so that only long work gives way to the server: a short job is all that
 * an answer waits for. Only Linux has priorities of threads, and only some users may raise one again: where
 * that is not so, the thread keeps the priority of the server.
 */
export function openThreadPriority(): (isShort: boolean) => void {
  if (process.platform !== 'linux' || !mayRaise()) return () => {}
  let isLow = false
  return (isShort) => {
    if (isLow === !isShort) return
    isLow = !isShort
    setPriority(isLow ? low : normal)
  }
}

/** Gives way by the least that there is, and takes it back. */
function mayRaise(): boolean {
  try {
    setPriority(normal + 1)
    setPriority(normal)
    return true
  } catch {
    return false
  }
}
