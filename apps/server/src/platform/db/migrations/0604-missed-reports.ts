import { type Kysely, sql } from 'kysely'

/** Pages that no invoice can contain any more, because the last one of their subscription was final before they could be reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table billing_report add column missed_at timestamptz;
    drop index billing_report_waiting;
    create index billing_report_waiting on billing_report (organization_id, at)
      where counted_at is null and unsettled_at is null and missed_at is null;
  `.execute(db)
}
