import { type Kysely, sql } from 'kysely'

/** The people and groups that may deploy a workflow although they may not use everything that it uses. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow_deployer (
      organization_id integer not null,
      workflow_id uuid not null references workflow on delete cascade,
      user_id integer not null,
      primary key (workflow_id, user_id),
      foreign key (organization_id, user_id) references member (organization_id, user_id)
        on delete cascade
    );
    create table workflow_group_deployer (
      organization_id integer not null references organization on delete cascade,
      workflow_id uuid not null references workflow on delete cascade,
      group_id integer not null references member_group on delete cascade,
      primary key (workflow_id, group_id)
    );
  `.execute(db)
}
