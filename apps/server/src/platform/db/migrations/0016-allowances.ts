import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table allowance (
      name text not null,
      holder_id text not null,
      wanted integer not null,
      places integer not null,
      beat_at timestamptz not null,
      primary key (name, holder_id)
    )
  `.execute(db)
}
