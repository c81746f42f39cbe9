import { type Kysely, sql } from 'kysely'

/** The cost of each call of an improvement is reserved before it is made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table improvement add column reserved_dollars double precision not null default 0;
    update improvement set reserved_dollars = coalesce((
      select sum(cost_in_dollars) from usage_record
      where usage_record.organization_id = improvement.organization_id and run_id = improvement.id::text
    ), 0) where ended_at is null;
  `.execute(db)
}
