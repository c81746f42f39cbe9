import type { SqlSession } from './dialect.ts'

export type KeptSessions = {
  /**
   * Runs something in a session that nobody else has: one that an earlier run has left in order, or a new one. The
   * signal ends the session with the run. What fails takes its session with it, so that nobody goes on
   * in the middle of what another one has begun.
   */
  within<T>(signal: AbortSignal, run: (session: SqlSession) => Promise<T>): Promise<T>
  /** Ends those that nobody uses; the others end with their runs. */
  close(): Promise<void>
}

/** Short enough that neither a service nor a wall between has closed it meanwhile. */
const idleMilliseconds = 5000

type Held = {
  readonly session: SqlSession
  /** Ends its connection when aborted. */
  readonly lifetime: AbortController
  timer?: NodeJS.Timeout
}

/**
 * Sessions are dear: a server starts a process for each, which has everything to learn anew. One that cannot
 * tell whether it is still open is not used twice.
 */
export function openKeptSessions(
  connect: (signal: AbortSignal) => Promise<SqlSession>,
): KeptSessions {
  const idle = new Set<Held>()
  let isClosed = false

  function take(): Held | undefined {
    for (const held of idle) {
      idle.delete(held)
      clearTimeout(held.timer)
      if (held.session.isOpen?.()) return held
      void end(held)
    }
    return undefined
  }

  async function connected(signal: AbortSignal): Promise<Held> {
    const lifetime = new AbortController()
    const session = await endingWith(signal, lifetime, () => connect(lifetime.signal))
    return { session, lifetime }
  }

  async function putBack(held: Held): Promise<void> {
    if (isClosed || !held.session.isOpen?.()) return end(held)
    idle.add(held)
    held.timer = setTimeout(() => {
      idle.delete(held)
      void end(held)
    }, idleMilliseconds).unref()
  }

  return {
    async within(signal, run) {
      signal.throwIfAborted()
      const held = take() ?? (await connected(signal))
      try {
        const result = await endingWith(signal, held.lifetime, () => run(held.session))
        await putBack(held)
        return result
      } catch (error) {
        await end(held)
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

const end = ({ session }: Held): Promise<void> => session.end().catch(() => undefined)

type Client = { on(event: 'error' | 'end', listener: () => void): unknown }

/** Whether a client has not ended so far. What ended it is told by the statement that it ends. */
export function watchEnd(client: Client): () => boolean {
  let isOpen = true
  const close = () => {
    isOpen = false
  }
  client.on('error', close)
  client.on('end', close)
  return () => isOpen
}
