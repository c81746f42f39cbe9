import { type Kysely, sql } from 'kysely'

/** Keys of the text service that were made for a paid plan, and its records by plan, the last one first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table text_service_key add column is_for_paid_plan boolean not null default false;
    create index text_usage_plan on text_usage (organization_id, plan, finished_at, job_id);
    create index text_usage_day_plan on text_usage_day (organization_id, plan, day);
  `.execute(db)
}
