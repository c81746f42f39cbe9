import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getErrorCode } from '../../describe-failure.ts'

/**
 * The contents of `postmaster.pid`: the server that runs on a cluster folder, or ran until it was
 * killed.
 */
export type Postmaster = {
  readonly pid: number
  readonly clusterFolder: string
  /** Empty for a server that accepts connections at its port alone. */
  readonly socketFolder: string
  readonly port: number
  readonly isReady: boolean
}

export async function readPostmaster(clusterFolder: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const [pid = '', folder = '', , port = '', socketFolder = '', , , status = ''] =
    text.split(/\r?\n/)
  return {
    pid: Number(pid),
    clusterFolder: folder,
    socketFolder,
    port: Number(port),
    isReady: status.trim() === 'ready',
  }
}

/** Whether the process is alive; zombies are not, where the system says so. */
export function isAlive(pid: number, platform = process.platform): boolean {
  if (platform !== 'linux') return doesExist(pid)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')))
  } catch {
    return false
  }
}

function doesExist(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user cannot be signalled.
    return getErrorCode(error) === 'EPERM'
  }
}

/**
 * Whether that server still runs on this very folder. Process ids are reused, and a copied folder
 * contains the pid file of the original.
 */
export function isRunning(
  { pid, clusterFolder: runningFolder }: Pick<Postmaster, 'pid' | 'clusterFolder'>,
  clusterFolder: string,
  platform = process.platform,
): boolean {
  if (!isAlive(pid, platform)) return false
  // Windows does not say on which folder a process runs, and the pid file has its name in the code page of the system:
  // connecting shows whether it is this server.
  if (platform === 'win32') return true
  if (runningFolder !== clusterFolder) return false
  try {
    if (platform !== 'linux') return isPostgresByPs(pid, clusterFolder)
    const [command = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return basename(command) === 'postgres' && args.includes(clusterFolder)
  } catch {
    return false
  }
}

const maxPsSeconds = 5

/** As `isRunning` on systems without `/proc`, such as macOS: their `ps` joins the arguments by spaces. */
function isPostgresByPs(pid: number, clusterFolder: string): boolean {
  const commandLine = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: maxPsSeconds * 1000,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return `${commandLine.trim()} `.includes(`/postgres -D ${clusterFolder} `)
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
