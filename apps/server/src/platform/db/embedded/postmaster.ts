import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The contents of `postmaster.pid`: the server that runs on a cluster folder, or ran until it was
 * killed.
 */
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

/** Whether the process is alive; zombies are not. */
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
 * contains the pid file of the original.
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

/** With `ref`, waiting keeps the program alive and polls more often. */
type WaitForExitOptions = { readonly signal?: AbortSignal; readonly ref?: boolean }

/**
 * Resolves when a process, which need not be our child, has ended, or when the signal is aborted.
 */
export async function waitForExit(
  pid: number,
  { signal, ref = false }: WaitForExitOptions = {},
): Promise<void> {
  const interval = ref ? 20 : 200
  while (isAlive(pid) && !signal?.aborted) await sleep(interval, undefined, { ref })
}
