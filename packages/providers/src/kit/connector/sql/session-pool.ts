import type { SqlSession } from './dialect.ts'

export type SessionPool = {
  /**
   * Runs something in an exclusive session: an idle one, or a new one. The signal aborts the run and
   * ends its session. A failure ends the session too, so that no other run continues in the middle of
   * an unfinished transaction.
   */
  use<T>(signal: AbortSignal, run: (session: SqlSession) => Promise<T>): Promise<T>
  /** Ends idle sessions at once and the others when their runs end. */
  close(): Promise<void>
}

/** Short enough that neither the service nor a firewall has closed the session in the meantime. */
const idleMilliseconds = 5000

type SessionEntry = {
  readonly session: SqlSession
  /** Ends its connection when aborted. */
  readonly lifetime: AbortController
  timer?: NodeJS.Timeout
}

/**
 * Reuses sessions, because they are expensive: a server starts a process with empty caches for each.
 * A session that cannot tell whether it is still open is not reused.
 */
export function createSessionPool(
  connect: (signal: AbortSignal) => Promise<SqlSession>,
): SessionPool {
  const idle = new Set<SessionEntry>()
  let isClosed = false

  function takeIdle(): SessionEntry | undefined {
    for (const entry of idle) {
      idle.delete(entry)
      clearTimeout(entry.timer)
      if (entry.session.isOpen?.()) return entry
      void end(entry)
    }
    return undefined
  }

  async function connectNew(signal: AbortSignal): Promise<SessionEntry> {
    const lifetime = new AbortController()
    const session = await endingWith(signal, lifetime, () => connect(lifetime.signal))
    return { session, lifetime }
  }

  async function putBack(entry: SessionEntry): Promise<void> {
    if (isClosed || !entry.session.isOpen?.()) return end(entry)
    idle.add(entry)
    entry.timer = setTimeout(() => {
      idle.delete(entry)
      void end(entry)
    }, idleMilliseconds).unref()
  }

  return {
    async use(signal, run) {
      signal.throwIfAborted()
      const entry = takeIdle() ?? (await connectNew(signal))
      try {
        const result = await endingWith(signal, entry.lifetime, () => run(entry.session))
        await putBack(entry)
        return result
      } catch (error) {
        await end(entry)
        throw error
      }
    },
    async close() {
      isClosed = true
      const ending = [...idle]
      idle.clear()
      for (const { timer } of ending) clearTimeout(timer)
      await Promise.all(ending.map(end))
    },
  }
}

async function endingWith<T>(
  signal: AbortSignal,
  lifetime: AbortController,
  run: () => Promise<T>,
): Promise<T> {
  const stop = () => lifetime.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await run()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const end = ({ session }: SessionEntry): Promise<void> => session.end().catch(() => undefined)

type Client = { on(event: 'error' | 'end', listener: () => void): unknown }

/** Returns a function that tells whether the client is still connected. The running statement reports the cause. */
export function watchEnd(client: Client): () => boolean {
  let isOpen = true
  const close = () => {
    isOpen = false
  }
  client.on('error', close)
  client.on('end', close)
  return () => isOpen
}
