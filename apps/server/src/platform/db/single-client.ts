import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

type ClientLimits = {
  readonly connectMilliseconds?: number
  /** Creating a database takes minutes only on a disk that hardly responds. */
  readonly statementMilliseconds?: number
}

const endMilliseconds = 2000

/** Runs statements on a connection of their own, and never waits forever for a server that is gone. */
export async function withSingleClient<T>(
  url: string,
  run: (client: pg.Client) => Promise<T>,
  { connectMilliseconds = 10_000, statementMilliseconds = 120_000 }: ClientLimits = {},
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMilliseconds,
    query_timeout: statementMilliseconds,
  })
  // The statement in progress fails with the same error, which without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await run(client)
  } finally {
    // A server that is gone does not confirm the end.
    await Promise.race([client.end().catch(() => {}), sleep(endMilliseconds)])
  }
}
