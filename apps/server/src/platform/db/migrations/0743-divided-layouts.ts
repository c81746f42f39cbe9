import { type Kysely, sql } from 'kysely'

/** A part says whether documents of the same layout are in the other one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table expected_value_part add column basis text not null default 'layout'
      check (basis in ('layout', 'document'))
  `.execute(db)
}
