import { type Kysely, sql } from 'kysely'

/** A finished review can be undone for a while by the person who finished it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table review_item add column undo_until timestamptz;
    alter table review_event
      drop constraint review_event_kind_check,
      add constraint review_event_kind_check check (kind in
        ('caught', 'taken', 'edited', 'returned', 'finished', 'undone', 'rejected', 'approved', 'fetched'));
  `.execute(db)
}
