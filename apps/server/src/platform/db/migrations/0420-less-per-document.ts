import { type Kysely, sql } from 'kysely'

/**
 * What a document asks the database for: one statement notes by what it is recognised and looks for others, and whether
 * its project has layouts or a calibration is kept for a version of the configuration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Each statement of a volatile function sees what was committed before it: so whoever has waited for the locks
    -- sees the one who had them. A plan that is made while the table is small would look through all of it, and is kept.
    create function note_document_identity(noted document_identity, most integer) returns table (
      seller text, number text, order_number text, date text, total text, account text,
      file_id uuid, execution_id uuid, file_name text
    ) language plpgsql volatile set enable_seqscan = off as $$
    #variable_conflict use_column
    declare
      -- In one order, so that no two wait for each other.
      keys text[] := array(
        select told from unnest(array[noted.seller, noted.number, noted.order_number]) told
        where told is not null order by told collate "C");
      key text;
    begin
      -- It need not be on the disk by itself: whatever is built on it is behind it in the log, its file's result first of all.
      perform set_config('synchronous_commit', 'off', true);
      foreach key in array keys loop
        perform pg_advisory_xact_lock(hashtextextended(key, 0));
      end loop;
      insert into document_identity as known (file_execution_id, organization_id, workflow_id,
        seller, number, order_number, date, total, account)
      values (noted.file_execution_id, noted.organization_id, noted.workflow_id,
        noted.seller, noted.number, noted.order_number, noted.date, noted.total, noted.account)
      on conflict (file_execution_id) do update set seller = excluded.seller, number = excluded.number,
        order_number = excluded.order_number, date = excluded.date, total = excluded.total,
        account = excluded.account;
      return query
        with found as (
          (select * from document_identity d where d.organization_id = noted.organization_id
            and d.workflow_id = noted.workflow_id and d.number = noted.number
            order by d.created_at desc limit most)
          union
          (select * from document_identity d where d.organization_id = noted.organization_id
            and d.workflow_id = noted.workflow_id and d.order_number = noted.order_number
            order by d.created_at desc limit most)
          union
          (select * from document_identity d where d.organization_id = noted.organization_id
            and d.workflow_id = noted.workflow_id and d.seller = noted.seller and d.account is not null
            order by d.created_at desc limit most)
        )
        select found.seller, found.number, found.order_number, found.date, found.total, found.account,
          file.id, file.execution_id, file.file_name
        from found cross join lateral (
          -- Said so that each is found by its id, and not among all files of the organization.
          select f.id, f.execution_id, f.file_name from file_execution f
          where f.id = found.file_execution_id
            and f.organization_id is not distinct from noted.organization_id
            and f.status in ('PENDING', 'EXECUTING', 'COMPLETED')
          offset 0
        ) file
        where file.id <> noted.file_execution_id
        order by found.created_at desc, file.id;
    end $$;

    -- Raised at the end of a transaction: the version's row is then the last that it locks, so that none who approve
    -- values wait for each other in a circle. An organization that is gone by then has no version.
    create function raise_configuration_version_late() returns trigger language plpgsql as $$
    begin
      insert into configuration_version (organization_id)
      select id from organization where id = coalesce(new.organization_id, old.organization_id)
      on conflict (organization_id)
      do update set version = configuration_version.version + 1;
      return null;
    end $$;
    create constraint trigger configuration_changed after insert or delete on compiled_layout
      deferrable initially deferred for each row execute function raise_configuration_version_late();
    create constraint trigger configuration_changed after insert or update or delete on layout_setting
      deferrable initially deferred for each row execute function raise_configuration_version_late();
    create constraint trigger configuration_changed after insert or update of changes on calibration
      deferrable initially deferred for each row execute function raise_configuration_version_late();
  `.execute(db)
}
