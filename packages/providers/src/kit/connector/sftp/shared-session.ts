import type { SftpSession } from './sign-in.ts'

/** Short enough that neither a server nor a wall between has closed it meanwhile. */
const idleMilliseconds = 5000

type Held = { readonly session: SftpSession; users: number; timer?: NodeJS.Timeout }

export type SharedSession = {
  /** Runs something in the session that all share, which is made where there is none. */
  within<T>(signal: AbortSignal, run: (session: SftpSession) => Promise<T>): Promise<T>
  /** The same for what comes bit by bit: the session is held until it ends. */
  hold(signal: AbortSignal): Promise<{ readonly session: SftpSession; release(): void }>
  close(): void
}

/**
 * Signing in takes longer than most requests, and one connection carries any number of them. Who was stopped in the
 * middle leaves behind a session of which nobody knows whether it still answers: others finish in it, none begins.
 */
export function openSharedSession(
  connect: (signal: AbortSignal) => Promise<SftpSession>,
): SharedSession {
  let current: Held | undefined
  const all = new Set<Held>()

  function endUnused(held: Held): void {
    if (held.users > 0) return
    if (current === held) current = undefined
    all.delete(held)
    clearTimeout(held.timer)
    held.session.end()
  }

  function leave(held: Held): void {
    held.users -= 1
    const isUseful = current === held && held.session.isOpen()
    if (isUseful) held.timer = setTimeout(() => endUnused(held), idleMilliseconds).unref()
    else endUnused(held)
  }

  async function take(signal: AbortSignal): Promise<Held> {
    signal.throwIfAborted()
    if (!current?.session.isOpen()) {
      const held: Held = { session: await connect(signal), users: 0 }
      // Two may have connected at once; either session is good.
      current = held
      all.add(held)
    }
    current.users += 1
    clearTimeout(current.timer)
    return current
  }

  const retire = (held: Held) => () => {
    if (current === held) current = undefined
  }

  async function hold(signal: AbortSignal) {
    const held = await take(signal)
    const stop = retire(held)
    signal.addEventListener('abort', stop, { once: true })
    let isReleased = false
    const release = () => {
      if (isReleased) return
      isReleased = true
      signal.removeEventListener('abort', stop)
      leave(held)
    }
    return { session: held.session, release }
  }

  return {
    hold,
    async within(signal, run) {
      const { session, release } = await hold(signal)
      try {
        return await Promise.race([run(session), session.ended])
      } finally {
        release()
      }
    },
    close() {
      for (const held of all) {
        held.users = 0
        endUnused(held)
      }
    },
  }
}
