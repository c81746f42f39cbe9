import pg from 'pg'

/**
 * The state of one connection: bytes transferred so far, and whether the server owes it a reply.
 */
type WatchedConnection = {
  readonly isBusy: () => boolean
  readonly bytes: () => number
  readonly destroy: (error: Error) => void
}

type SilenceWatchOptions = {
  /** Checks whether the server responds on another connection. */
  readonly isServerResponsive: () => Promise<boolean>
  readonly checkIntervalSeconds?: number
  /**
   * A connection is silent for this long only if a statement runs for as long, or if the server is
   * gone.
   */
  readonly maxSilentSeconds?: number
}

export type SilenceWatch = {
  /** Starts watching a connection; returns a function that stops it. */
  add(connection: WatchedConnection): () => void
}

type Observation = { readonly bytes: number; readonly since: number }

/**
 * Destroys connections to a server that is gone without closing them, for example because it hangs
 * or because the network drops all packets. Otherwise callers would wait for the system's timeout
 * of a quarter of an hour, or forever. A server that responds on another connection is only busy,
 * however long a statement takes.
 */
export function openSilenceWatch(options: SilenceWatchOptions): SilenceWatch {
  const { isServerResponsive, checkIntervalSeconds = 5, maxSilentSeconds = 15 } = options
  const connections = new Map<WatchedConnection, Observation | undefined>()
  let timer: NodeJS.Timeout | undefined
  let isChecking = false

  const listSilent = () => {
    const now = performance.now()
    for (const [connection, observation] of connections)
      connections.set(connection, observe(connection, observation, now))
    return [...connections]
      .map(([connection, observation]) =>
        observation && now - observation.since >= maxSilentSeconds * 1000
          ? { line: connection, bytes: observation.bytes }
          : undefined,
      )
      .filter((value) => value !== undefined)
  }
  const checkConnections = async () => {
    const silent = listSilent()
    if (silent.length === 0 || isChecking) return
    isChecking = true
    const isResponsive = await isServerResponsive().finally(() => {
      isChecking = false
    })
    if (isResponsive) return
    for (const silentConnection of silent)
      if (connections.has(silentConnection.line)) destroyIfStillSilent(silentConnection)
  }

  return {
    add(line) {
      connections.set(line, undefined)
      timer ??= setInterval(() => void checkConnections(), checkIntervalSeconds * 1000).unref()
      return () => {
        connections.delete(line)
        if (connections.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

function observe(
  connection: WatchedConnection,
  previous: Observation | undefined,
  now: number,
): Observation | undefined {
  if (!connection.isBusy()) return undefined
  const bytes = connection.bytes()
  return previous?.bytes === bytes ? previous : { bytes, since: now }
}

/** Data may have arrived since the check began. */
function destroyIfStillSilent({
  line,
  bytes,
}: {
  readonly line: WatchedConnection
  readonly bytes: number
}): void {
  if (line.bytes() !== bytes) return
  line.destroy(new Error('Connection terminated: the database does not answer.'))
}

const responseTimeoutMilliseconds = 5000

/** Checks on a new connection whether the server responds. */
export async function respondsOnNewConnection(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: responseTimeoutMilliseconds,
    query_timeout: responseTimeoutMilliseconds,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    // The server may never confirm the end.
    void client.end().catch(() => {})
  }
}
