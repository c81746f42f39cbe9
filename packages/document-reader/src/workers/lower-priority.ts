import { constants, setPriority } from 'node:os'

const { PRIORITY_BELOW_NORMAL: low, PRIORITY_NORMAL: normal } = constants.priority

/** Lets the server go first where both want a core: for a process, and all that it starts from then on. */
export function lowerPriority(): void {
  setPriority(low)
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
