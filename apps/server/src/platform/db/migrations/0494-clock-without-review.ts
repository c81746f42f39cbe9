import { type Kysely, sql } from 'kysely'

/**
 * Lists of executions are sorted by the duration that they show, without the time of reviews. A stop
 * counts its files in review once: a trigger for each of 10,000 files took six times as long, and grew
 * with the square of their number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index execution_timed;
    create index execution_timed on execution
      (organization_id, entity, status,
        (finished_at - started_at - make_interval(secs => paused_seconds)), id)
      include (started_at, finished_at, paused_seconds, created_at)
      where finished_at is not null;

    create or replace function pause_execution() returns trigger language plpgsql as $$
    begin
      -- All waiting files are stopped with their execution.
      if new.status = 'STOPPED' then
        new.in_review_files := 0;
      end if;
      if new.status = 'EXECUTING' and not new.is_listing and new.in_review_files > 0
        and new.successful_files + new.failed_files + new.in_review_files >= new.total_files
      then
        new.paused_at := coalesce(new.paused_at, now());
      elsif new.paused_at is not null then
        new.paused_seconds := new.paused_seconds + extract(epoch from now() - new.paused_at);
        new.paused_at := null;
      end if;
      return new;
    end $$;
    drop trigger file_execution_in_review on file_execution;
    create trigger file_execution_in_review after update of is_in_review on file_execution
      for each row when (old.is_in_review <> new.is_in_review and new.status <> 'STOPPED')
      execute function count_files_in_review();
  `.execute(db)
}
