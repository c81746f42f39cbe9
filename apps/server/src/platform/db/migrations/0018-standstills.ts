import { type Kysely, sql } from 'kysely'

/** Over what work the loop of a process stood still until the process was ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table standstill (
    work_id text primary key,
    times integer not null default 1,
    stood_at timestamptz not null default now()
  )`.execute(db)
}
