import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const heldQuery = `
  select (select count(*) from file_execution where worker_id like $1 and status in ('PENDING', 'EXECUTING'))
    + (select count(*) from studio_run where worker_id like $1 and state = 'running')
    + (select count(*) from verification where worker_id like $1 and state = 'running')
    + (select count(*) from work_item where worker_id like $1 and state = 'running')
    + (select count(*) from notification_delivery where worker_id like $1)
    + (select count(*) from outgoing_mail where worker_id like $1) as count`

const maxTakeoverSeconds = 60

/** A worker that was killed or suspended. */
type Victim = { readonly pid: number; readonly startedAt: number }

type Takeover = {
  /** Number of items that the worker held. */
  readonly heldItems: number
  /** Seconds until it held none any more. */
  readonly takeoverSeconds: number
}

/** Waits until no item is held by a worker that no longer runs. */
export async function awaitTakeover(
  databaseUrl: string,
  { pid, startedAt }: Victim,
): Promise<Takeover> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // The id of a worker has the pid between two colons.
    const countHeld = async () => {
      const { rows } = await client.query<{ count: string }>(heldQuery, [`%:${pid}:%`])
      return Number(rows[0]?.count)
    }
    const heldItems = await countHeld()
    const secondsSince = () => (Date.now() - startedAt) / 1000
    while ((await countHeld()) > 0) {
      if (secondsSince() > maxTakeoverSeconds) throw new Error('Nobody takes over.')
      await sleep(50)
    }
    return { heldItems, takeoverSeconds: secondsSince() }
  } finally {
    await client.end()
  }
}
