import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { waitForExit } from './postmaster.ts'
import type { Server } from './server.ts'
import { removeSocketFolder } from './socket-folder.ts'

/**
 * Signals from polite to forceful, with the time each gets. None of them loses committed data;
 * after the forceful ones the next start recovers it from the log.
 */
const stopSignals = [
  ['SIGINT', 2000],
  ['SIGQUIT', 6000],
  ['SIGKILL', 5000],
] as const

/** Stops PostgreSQL: open transactions are rolled back, connections closed, everything written. */
export async function stopServer({ pid, socketFolder }: Server): Promise<void> {
  for (const [signal, milliseconds] of stopSignals) {
    if (!send(pid, signal) || (await isGoneWithin(pid, milliseconds))) break
  }
  await removeSocketFolder(socketFolder)
}

/** Tells the server to end by itself, with everything written. */
export function requestServerStop({ pid }: Server): void {
  send(pid, stopSignals[0][0])
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  const timeout = AbortSignal.timeout(milliseconds)
  await waitForExit(pid, { signal: timeout, ref: true })
  return !timeout.aborted
}

/**
 * PostgreSQL refuses to start if the process in its pid file is alive, even if that process id has
 * since been reused.
 */
export async function removeStalePidFile(clusterFolder: string): Promise<void> {
  await rm(join(clusterFolder, 'postmaster.pid'), { force: true })
}
