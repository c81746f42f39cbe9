import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { claimLock } from '../../platform/work/run-queues.ts'
import { statOf } from './process-tree.ts'

const lookEveryMilliseconds = 25

/** Looks at the lock under which workers claim now and then, and says what part of the looks found it held. */
export async function watchClaims(databaseUrl: string, cleaning: AsyncDisposableStack) {
  const client = new pg.Client({ connectionString: databaseUrl })
  // The database is stopped before it.
  client.on('error', () => {})
  await client.connect()
  cleaning.defer(() => client.end().catch(() => {}))
  const { rows: own } = await client.query('select pg_backend_pid() as pid')
  let looks = 0
  let heldClaims = 0
  const stopController = new AbortController()
  const watchPromise = (async () => {
    while (!stopController.signal.aborted) {
      const { rowCount } = await client.query(
        `select from pg_locks where locktype = 'advisory' and granted
           and (classid::bigint << 32) + objid::bigint = $1`,
        [claimLock],
      )
      looks += 1
      heldClaims += rowCount ?? 0
      await sleep(lookEveryMilliseconds)
    }
  })()
  return {
    postmaster: Number(statOf(own[0].pid)?.[1]),
    heldPart: () => heldClaims / Math.max(1, looks),
    async steadyRate(executionId: string, files: number) {
      stopController.abort()
      await watchPromise
      const { rows } = await client.query(
        `select extract(epoch from max(finished_at) - min(finished_at))::float as seconds, count(*)::int as files
         from (
           select finished_at, row_number() over (order by finished_at) as place
           from file_execution where execution_id = $1
         ) ended where place between $2 and $3`,
        [executionId, Math.floor(files * 0.2), Math.floor(files * 0.9)],
      )
      return (rows[0].files - 1) / rows[0].seconds
    },
  }
}
