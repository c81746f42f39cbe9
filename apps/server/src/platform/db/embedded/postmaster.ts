import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What `postmaster.pid` says of the server that runs on a cluster folder, or ran when it was killed. */
export type Postmaster = {
  readonly pid: number
  readonly clusterFolder: string
  readonly socketFolder: string
  readonly isReady: boolean
}

export async function readPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const [pid = '', folder = '', , , socketFolder = '', , , status = ''] = text.split('\n')
  return {
    pid: Number(pid),
    clusterFolder: folder,
    socketFolder,
    isReady: status.trim() === 'ready',
  }
}

/** Whether the process lives. A killed one that nobody has buried yet does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')))
  } catch {
    return false
  }
}

/**
 * Whether that server still runs on this very folder. Process ids are reused, and a copied folder
 * brings along the pid file of the original.
 */
export function isRunning(postmaster: Postmaster, clusterFolder: string): boolean {
  if (postmaster.clusterFolder !== clusterFolder || !isAlive(postmaster.pid)) return false
  try {
    const [command = '', ...args] = readFileSync(`/proc/${postmaster.pid}/cmdline`, 'utf8').split(
      '\0',
    )
    return basename(command) === 'postgres' && args.includes(clusterFolder)
  } catch {
    return false
  }
}

/** With `ref`, the waiting keeps the program alive and is impatient. */
type Waiting = { readonly signal?: AbortSignal; readonly ref?: boolean }

/** Resolves when a process has gone that may be none of our children, or when the signal comes. */
export async function untilGone(pid: number, { signal, ref = false }: Waiting = {}): Promise<void> {
  const interval = ref ? 20 : 200
  while (isAlive(pid) && !signal?.aborted) await sleep(interval, undefined, { ref })
}
