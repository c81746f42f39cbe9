import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildCommand, getBareEnvironment, type Identity } from './identity.ts'
import { waitForExit } from './postmaster.ts'
import type { Server } from './server.ts'
import type { AddressKind } from './server-address.ts'
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
export async function stopServer({ pid, address, signal: send }: Server): Promise<void> {
  for (const [signal, milliseconds] of stopSignals) {
    send(signal)
    if (await isGoneWithin(pid, milliseconds)) break
  }
  if (address.kind === 'socket') await removeSocketFolder(address.folder)
}

/** Tells the server to end by itself, with everything written. */
export function requestServerStop({ signal: send }: Server): void {
  send(stopSignals[0][0])
}

const maxSignalSeconds = 5

export type SignalOptions = {
  readonly addressKind: AddressKind
  readonly pgCtl: string
  readonly identity: Identity
}

/**
 * Returns what signals a server. Windows has no signals: `pg_ctl` brings them to a server by other means, except for
 * the forceful one, which ends a process there as well.
 */
export function openSignals(pid: number, options: SignalOptions): Server['signal'] {
  const { addressKind, pgCtl, identity } = options
  return (signal) => {
    try {
      if (addressKind === 'socket' || signal === 'SIGKILL') process.kill(pid, signal)
      else {
        const command = [pgCtl, 'kill', signal.slice('SIG'.length), String(pid)]
        execFileSync(...buildCommand(identity, command), {
          stdio: 'ignore',
          timeout: maxSignalSeconds * 1000,
          env: getBareEnvironment(),
          cwd: '/',
          windowsHide: true,
        })
      }
    } catch {
      // It has ended, or does not respond: then a more forceful signal follows.
    }
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
