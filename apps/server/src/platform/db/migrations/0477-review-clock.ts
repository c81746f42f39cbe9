import { type Kysely, sql } from 'kysely'

/**
 * Counts the files of an execution that wait for people, and stops its clock while nothing else is
 * left to do. Triggers keep both, because files begin and end to wait in many statements.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table execution
      add column in_review_files integer not null default 0,
      -- Since when it only waits for people, and for how long it did so before.
      add column paused_at timestamptz,
      add column paused_seconds double precision not null default 0;
    alter table file_execution
      add column paused_at timestamptz,
      add column paused_seconds double precision not null default 0;

    create function pause_execution() returns trigger language plpgsql as $$
    begin
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
    create trigger execution_pauses before update on execution for each row
      when (new.in_review_files > 0 or new.paused_at is not null)
      execute function pause_execution();

    create function pause_file() returns trigger language plpgsql as $$
    begin
      if new.is_in_review then
        new.paused_at := now();
      elsif new.paused_at is not null then
        new.paused_seconds := new.paused_seconds + extract(epoch from now() - new.paused_at);
        new.paused_at := null;
      end if;
      return new;
    end $$;
    create trigger file_execution_pauses before update of is_in_review on file_execution
      for each row when (old.is_in_review <> new.is_in_review)
      execute function pause_file();

    create function count_files_in_review() returns trigger language plpgsql as $$
    begin
      update execution
      set in_review_files = in_review_files + case when new.is_in_review then 1 else -1 end
      where id = new.execution_id;
      return null;
    end $$;
    create trigger file_execution_in_review after update of is_in_review on file_execution
      for each row when (old.is_in_review <> new.is_in_review)
      execute function count_files_in_review();

    update file_execution set paused_at = modified_at where is_in_review;
    update execution set in_review_files = waiting.files
    from (
      select execution_id, count(*) as files from file_execution where is_in_review group by 1
    ) waiting
    where waiting.execution_id = execution.id;
  `.execute(db)
}
