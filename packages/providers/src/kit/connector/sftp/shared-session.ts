import type { SftpSession } from './open-sftp-session.ts'

/** Short enough that neither the server nor a firewall has closed the session in the meantime. */
const idleMilliseconds = 5000

type SessionEntry = { readonly session: SftpSession; users: number; timer?: NodeJS.Timeout }

export type SharedSession = {
  /** Runs something in the shared session. Opens the session if there is none. */
  use<T>(signal: AbortSignal, run: (session: SftpSession) => Promise<T>): Promise<T>
  /** Keeps the session open until `release` is called, for streams. */
  acquire(signal: AbortSignal): Promise<{ readonly session: SftpSession; release(): void }>
  close(): void
}

/**
 * Shares one connection, because signing in takes longer than most requests. An aborted request may
 * leave the session in an unknown state: running requests finish in it, and no new one starts.
 */
export function openSharedSession(
  connect: (signal: AbortSignal) => Promise<SftpSession>,
): SharedSession {
  let current: SessionEntry | undefined
  const all = new Set<SessionEntry>()

  function endUnused(entry: SessionEntry): void {
    if (entry.users > 0) return
    if (current === entry) current = undefined
    all.delete(entry)
    clearTimeout(entry.timer)
    entry.session.end()
  }

  function releaseEntry(entry: SessionEntry): void {
    entry.users -= 1
    const isUseful = current === entry && entry.session.isOpen()
    if (isUseful) entry.timer = setTimeout(() => endUnused(entry), idleMilliseconds).unref()
    else endUnused(entry)
  }

  async function take(signal: AbortSignal): Promise<SessionEntry> {
    signal.throwIfAborted()
    if (!current?.session.isOpen()) {
      const entry: SessionEntry = { session: await connect(signal), users: 0 }
      // Two requests may have connected at once; either session will do.
      current = entry
      all.add(entry)
    }
    current.users += 1
    clearTimeout(current.timer)
    return current
  }

  const retire = (entry: SessionEntry) => () => {
    if (current === entry) current = undefined
  }

  async function acquire(signal: AbortSignal) {
    const entry = await take(signal)
    const stop = retire(entry)
    signal.addEventListener('abort', stop, { once: true })
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      signal.removeEventListener('abort', stop)
      releaseEntry(entry)
    }
    return { session: entry.session, release }
  }

  return {
    acquire,
    async use(signal, run) {
      const { session, release } = await acquire(signal)
      try {
        return await Promise.race([run(session), session.connectionEnd])
      } finally {
        release()
      }
    },
    close() {
      for (const entry of all) {
        entry.users = 0
        endUnused(entry)
      }
    },
  }
}
