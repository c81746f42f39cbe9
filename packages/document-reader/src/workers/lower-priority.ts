import { constants, setPriority } from 'node:os'

/**
 * Lets the server go first where both want a core: called by a process or a thread, on Linux it holds for the calling
 * thread and for all that it starts from then on. Elsewhere a thread would slow its whole process, so only
 * processes give way there.
 */
export function lowerPriority({ isThread }: { readonly isThread: boolean }): void {
  if (isThread && process.platform !== 'linux') return
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}
