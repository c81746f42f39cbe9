import pg from 'pg'

/** How many bytes went over a connection so far, and whether its server owes it a reply. */
type Line = {
  readonly isBusy: () => boolean
  readonly bytes: () => number
  readonly cut: (error: Error) => void
}

type Given = {
  /** Whether the server answers on another connection. */
  readonly answers: () => Promise<boolean>
  readonly lookEverySeconds?: number
  /** Nothing but the time that a statement takes keeps a connection silent for as long, or a server that is gone. */
  readonly silentSeconds?: number
}

export type SilenceWatch = {
  /** Returns what ends it. */
  add(line: Line): () => void
}

type Seen = { readonly bytes: number; readonly since: number }

/**
 * Cuts connections that wait for a server which is gone without a word, as one that stands still or behind a network that
 * drops everything: whoever waits on one would wait until the system gives up, which is a quarter of an hour, or for ever. A
 * server that answers on another connection is at work, however long a statement takes.
 */
export function openSilenceWatch(given: Given): SilenceWatch {
  const { answers, lookEverySeconds = 5, silentSeconds = 15 } = given
  const lines = new Map<Line, Seen | undefined>()
  let timer: NodeJS.Timeout | undefined
  let isAsking = false

  const listSilent = () => {
    const now = performance.now()
    for (const [line, seen] of lines) lines.set(line, silentSince(line, seen, now))
    return [...lines].flatMap(([line, seen]) =>
      seen && now - seen.since >= silentSeconds * 1000 ? [{ line, bytes: seen.bytes }] : [],
    )
  }
  const look = async () => {
    const silent = listSilent()
    if (silent.length === 0 || isAsking) return
    isAsking = true
    const isThere = await answers().finally(() => {
      isAsking = false
    })
    if (isThere) return
    for (const one of silent) if (lines.has(one.line)) cutUnlessHeard(one)
  }

  return {
    add(line) {
      lines.set(line, undefined)
      timer ??= setInterval(() => void look(), lookEverySeconds * 1000).unref()
      return () => {
        lines.delete(line)
        if (lines.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

function silentSince(line: Line, seen: Seen | undefined, now: number): Seen | undefined {
  if (!line.isBusy()) return undefined
  const bytes = line.bytes()
  return seen?.bytes === bytes ? seen : { bytes, since: now }
}

/** It may have spoken meanwhile. */
function cutUnlessHeard({ line, bytes }: { readonly line: Line; readonly bytes: number }): void {
  if (line.bytes() !== bytes) return
  line.cut(new Error('Connection terminated: the database does not answer.'))
}

const answerMilliseconds = 5000

/** Asks a server for its word, on a new connection. */
export async function answersAnew(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: answerMilliseconds,
    query_timeout: answerMilliseconds,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    // Its good-bye may never be answered.
    void client.end().catch(() => {})
  }
}
