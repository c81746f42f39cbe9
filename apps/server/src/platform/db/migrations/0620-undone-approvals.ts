import { type Kysely, sql } from 'kysely'

/** An approval can be undone until its result is delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table review_item add column delivers_at timestamptz;
    alter table review_event
      drop constraint review_event_kind_check,
      add constraint review_event_kind_check check (kind in ('caught', 'taken', 'edited', 'returned',
        'finished', 'undone', 'rejected', 'approved', 'withdrawn', 'fetched'));
  `.execute(db)
}
