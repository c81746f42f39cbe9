import { type Kysely, sql } from 'kysely'

/** What can be shared, and whether those whom it is shared with by name have a table already. */
const kinds = [
  ['adapter', true],
  ['project', true],
  ['workflow', false],
  ['api_deployment', false],
] as const

/**
 * Groups, and with whom things are shared: people, groups, owners beside the one who made them. Who leaves
 * the organization leaves all of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table member_group (
      id integer generated always as identity primary key,
      organization_id integer not null references organization on delete cascade,
      name text not null,
      description text not null default '',
      created_by integer references user_account on delete set null,
      created_at timestamptz not null default now(),
      modified_at timestamptz not null default now(),
      constraint member_group_name_key unique (organization_id, name)
    );
    create table group_member (
      organization_id integer not null,
      group_id integer not null references member_group on delete cascade,
      user_id integer not null,
      joined_at timestamptz not null default now(),
      primary key (group_id, user_id),
      foreign key (organization_id, user_id) references member (organization_id, user_id)
        on delete cascade
    );
    create index group_member_user on group_member (organization_id, user_id);
  `.execute(db)
  for (const [kind, hasShares] of kinds) {
    const thing = sql.ref(`${kind}_id`)
    const table = sql.table(kind)
    if (hasShares) {
      // Shares with those who were removed before would come back with them.
      await sql`
        delete from ${sql.table(`${kind}_share`)} share where not exists (select from member
          where member.organization_id = share.organization_id and member.user_id = share.user_id);
        alter table ${sql.table(`${kind}_share`)} add foreign key (organization_id, user_id)
          references member (organization_id, user_id) on delete cascade;
      `.execute(db)
    } else {
      await sql`
        create table ${sql.table(`${kind}_share`)} (
          organization_id integer not null,
          ${thing} uuid not null references ${table} on delete cascade,
          user_id integer not null,
          primary key (${thing}, user_id),
          foreign key (organization_id, user_id) references member (organization_id, user_id)
            on delete cascade
        )`.execute(db)
    }
    await sql`
      create table ${sql.table(`${kind}_owner`)} (
        organization_id integer not null,
        ${thing} uuid not null references ${table} on delete cascade,
        user_id integer not null,
        primary key (${thing}, user_id),
        foreign key (organization_id, user_id) references member (organization_id, user_id)
          on delete cascade
      );
      create table ${sql.table(`${kind}_group_share`)} (
        organization_id integer not null references organization on delete cascade,
        ${thing} uuid not null references ${table} on delete cascade,
        group_id integer not null references member_group on delete cascade,
        primary key (${thing}, group_id)
      );
    `.execute(db)
  }
}
