import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export type Attempts = {
  /** Counts an attempt; returns the seconds to wait when there were too many, and then counts nothing. */
  take(key: string): Promise<number | undefined>
  /** An attempt that succeeded does not count. */
  giveBack(key: string): Promise<void>
  /** Nor do those before it, where they can only have been the same person's. */
  forget(key: string): Promise<void>
}

type Limits = {
  /** Told apart from other limits by it. */
  readonly name: string
  readonly max: number
  readonly withinSeconds: number
}

/**
 * Bounds how often one key may be tried, in all processes together, within a window that starts with its
 * first attempt. Each attempt is a statement, so this is for what is dear anyway, such as a password.
 */
export function limitAttempts(db: Db, { name, max, withinSeconds }: Limits): Attempts {
  // What was typed as a name may be a password.
  const rowOf = (key: string) => createHash('sha256').update(`${name} ${key}`).digest('hex')

  return {
    async take(key) {
      const { rows } = await sql<{ is_counted: boolean; seconds: number | null }>`
        with ended as (
          delete from attempt where key in (
            select key from attempt where ends_at <= now() and key <> ${rowOf(key)}
            limit 100 for update skip locked
          )
        ),
        counted as (
          insert into attempt as known (key, times, ends_at)
          values (${rowOf(key)}, 1, now() + make_interval(secs => ${withinSeconds}))
          on conflict (key) do update set
            times = case when known.ends_at <= now() then 1 else known.times + 1 end,
            ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
          where known.ends_at <= now() or known.times < ${max}
          returning key
        )
        select exists (select from counted) as is_counted, (
          select extract(epoch from ends_at - now())::float8 from attempt where key = ${rowOf(key)}
        ) as seconds
      `.execute(db)
      const [row] = rows
      if (!row || row.is_counted) return undefined
      // Those who came at the same moment may have begun the window.
      return Math.max(1, Math.ceil(row.seconds ?? withinSeconds))
    },
    async giveBack(key) {
      await db
        .updateTable('attempt')
        .set((row) => ({ times: row('times', '-', 1) }))
        .where('key', '=', rowOf(key))
        .where('times', '>', 0)
        .execute()
    },
    async forget(key) {
      await db.deleteFrom('attempt').where('key', '=', rowOf(key)).execute()
    },
  }
}
