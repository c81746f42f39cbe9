import { type Kysely, sql } from 'kysely'

/**
 * An approval goes where the workflow sends approved results at that time, even if the setting changes
 * or disappears before the delivery. Documents that are still in review when their workflow is deleted
 * keep its last setting.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table review_item add column sync_with text check (sync_with in ('DB', 'Queue'));
    update review_item set sync_with = review_setting.sync_with
      from review_setting
      where review_setting.organization_id = review_item.organization_id
        and review_setting.workflow_id = review_item.workflow_id
        and (review_item.status in ('PENDING', 'FINISHED') or review_item.delivers_at is not null);

    create function keep_review_setting() returns trigger language plpgsql as $$
    begin
      update review_item set sync_with = old.sync_with
        where organization_id = old.organization_id and workflow_id = old.workflow_id
          and status in ('PENDING', 'FINISHED');
      return null;
    end $$;
    create trigger review_setting_kept after delete on review_setting
      for each row execute function keep_review_setting();
  `.execute(db)
}
