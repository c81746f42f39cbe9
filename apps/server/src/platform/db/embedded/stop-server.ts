import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Server } from './launch-server.ts'
import { removeSocketFolder } from './make-socket-folder.ts'
import { untilGone } from './postmaster.ts'

/**
 * From the polite to the rough, with how long each may take. None of them loses acknowledged work;
 * after the rough ones the next start recovers it from the log.
 */
const signals = [
  ['SIGINT', 2000],
  ['SIGQUIT', 6000],
  ['SIGKILL', 5000],
] as const

/** Stops PostgreSQL: open transactions are rolled back, connections closed, everything written. */
export async function stopServer({ pid, socketFolder }: Server): Promise<void> {
  for (const [signal, milliseconds] of signals) {
    if (!send(pid, signal) || (await isGoneWithin(pid, milliseconds))) break
  }
  await removeSocketFolder(socketFolder)
}

/** It ends by itself, everything written. */
export function askToStop({ pid }: Server): void {
  send(pid, signals[0][0])
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  const late = AbortSignal.timeout(milliseconds)
  await untilGone(pid, { signal: late, ref: true })
  return !late.aborted
}

/**
 * PostgreSQL itself refuses to start when the process that its pid file names is alive, although
 * it may be any process of ours that got the number since.
 */
export async function removeStalePidFile(clusterFolder: string): Promise<void> {
  await rm(join(clusterFolder, 'postmaster.pid'), { force: true })
}
