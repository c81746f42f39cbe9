/** A thread or a process that does one job at a time. */
export type Workman = {
  isUsable(): boolean
  end(reason: Error): Promise<void>
}

export type Slots<W extends Workman> = {
  /**
   * Does the work with a free workman, or starts one. Throws the signal's reason when it is aborted while it
   * waits.
   */
  use<T>(work: (workman: W) => Promise<T>, signal?: AbortSignal): Promise<T>
  close(): Promise<void>
}

type Waiting<W> = {
  readonly resolve: (workman: W) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Shares a few workmen among many jobs, first come, first served. They start when they are first needed; one
 * that comes back unusable is replaced, so that a job which kills its workman fails alone.
 */
export function openSlots<W extends Workman>(limit: number, start: () => W): Slots<W> {
  const workmen = new Set<W>()
  const idle: W[] = []
  const waiting: Waiting<W>[] = []
  let isClosed = false

  function startOne(): W {
    const workman = start()
    workmen.add(workman)
    return workman
  }

  /** An idle workman may have died meanwhile. */
  function takeIdle(): W | undefined {
    for (let workman = idle.pop(); workman; workman = idle.pop()) {
      if (workman.isUsable()) return workman
      workmen.delete(workman)
    }
    return undefined
  }

  function waitInLine(signal?: AbortSignal): Promise<W> {
    const { promise, resolve, reject } = Promise.withResolvers<W>()
    const place: Waiting<W> = { resolve, reject }
    const leave = () => {
      const at = waiting.indexOf(place)
      if (at >= 0) waiting.splice(at, 1)
      reject(signal?.reason)
    }
    waiting.push(place)
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  async function take(signal?: AbortSignal): Promise<W> {
    signal?.throwIfAborted()
    if (isClosed) throw closedError()
    const free = takeIdle()
    if (free) return free
    return workmen.size < limit ? startOne() : waitInLine(signal)
  }

  function giveBack(workman: W): void {
    const isUsable = workman.isUsable() && !isClosed
    if (!isUsable) workmen.delete(workman)
    const next = waiting.shift()
    if (next) next.resolve(isUsable ? workman : startOne())
    else if (isUsable) idle.push(workman)
  }

  return {
    async use(work, signal) {
      const workman = await take(signal)
      try {
        if (isClosed) throw closedError()
        return await work(workman)
      } finally {
        giveBack(workman)
      }
    },

    async close() {
      isClosed = true
      const reason = closedError()
      for (const { reject } of waiting.splice(0)) reject(reason)
      await Promise.all([...workmen].map((workman) => workman.end(reason)))
    },
  }
}

function closedError(): Error {
  return new Error('The reader is closed.')
}
