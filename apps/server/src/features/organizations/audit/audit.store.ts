import type { Selectable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import type { RequestPlace } from '../../../platform/context.ts'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { toStorableJson } from '../../../platform/db/sql-text.ts'

export type AuditRow = Selectable<Tables['audit_entry']>

/** An audit entry. The values are stored as given, so they must not contain secrets. */
export type NewEntry = {
  readonly userId: number | null
  readonly actorEmail: string
  /** `noun.past-participle` */
  readonly action: string
  readonly subject: { readonly type: string; readonly id: string; readonly name: string }
  readonly before?: object | undefined
  readonly after?: object | undefined
  /** Absent for a command on the server. */
  readonly place: RequestPlace | undefined
}

export type AuditFilter = {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const maxNameLength = 500
const maxBrowserLength = 300

export async function insertEntry({ db, organizationId }: Tenant, entry: NewEntry): Promise<void> {
  const { subject, before: oldValues, after: newValues, place } = entry
  await db
    .insertInto('audit_entry')
    .values({
      organization_id: organizationId,
      user_id: entry.userId,
      actor_email: entry.actorEmail,
      action: entry.action,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_name: subject.name.slice(0, maxNameLength),
      before: oldValues ? toStorableJson(oldValues) : null,
      after: newValues ? toStorableJson(newValues) : null,
      address: place?.address ?? '',
      browser: (place?.browser ?? '').slice(0, maxBrowserLength),
      key_name: place?.keyName ?? null,
    })
    .execute()
}

function entries({ db, organizationId }: Tenant, filter: AuditFilter) {
  const { actor, action, subject, from, to } = filter
  const contains = (column: 'actor_email' | 'subject_name', part: string) =>
    sql<SqlBool>`strpos(lower(${sql.ref(column)}), lower(${part})) > 0`
  return db
    .selectFrom('audit_entry')
    .where('organization_id', '=', organizationId)
    .$if(actor !== undefined, (q) => q.where(contains('actor_email', actor ?? '')))
    .$if(subject !== undefined, (q) => q.where(contains('subject_name', subject ?? '')))
    .$if(action !== undefined, (q) => q.where('action', '=', action ?? ''))
    .$if(from !== undefined, (q) => q.where('made_at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (q) => q.where('made_at', '<=', new Date(to ?? 0)))
}

export async function countEntries(tenant: Tenant, filter: AuditFilter): Promise<number> {
  const { count } = await entries(tenant, filter)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns entries, newest first. */
export async function findEntries(
  tenant: Tenant,
  filter: AuditFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<AuditRow[]> {
  return entries(tenant, filter)
    .selectAll()
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** Returns the entries that are older than the one with this id, newest first. */
export async function findOlderEntries(
  tenant: Tenant,
  filter: AuditFilter,
  { beforeId, limit }: { readonly beforeId: string | undefined; readonly limit: number },
): Promise<AuditRow[]> {
  return entries(tenant, filter)
    .selectAll()
    .$if(beforeId !== undefined, (q) => q.where('id', '<', beforeId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * Returns the names of things by their ids, from the newest entry about each. What is deleted keeps
 * its last name; what the log has no entry about is left out.
 */
export async function findSubjectNames(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  // One read of the index for each thing: the log has many entries about some.
  const { rows } = await sql<{ subject_id: string; subject_name: string }>`
    select subject.id as subject_id, newest.subject_name
    from unnest(${ids}::text[]) as subject (id)
    cross join lateral (
      select entry.subject_name from audit_entry entry
      where entry.organization_id = ${organizationId}
        and entry.subject_id = subject.id
        -- An entry about a thing without a name repeats its id.
        and entry.subject_name != entry.subject_id
      order by entry.id desc limit 1
    ) as newest`.execute(db)
  return new Map(rows.map(({ subject_id, subject_name }) => [subject_id, subject_name]))
}

/**
 * Returns the actions that the organization's audit log contains. Jumps from one to the next in the
 * index, because the log is long and there are few.
 */
export async function findActions({ db, organizationId }: Tenant): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive used (action) as (
      (select action from audit_entry where organization_id = ${organizationId}
        order by action limit 1)
      union all
      select (select later.action from audit_entry later
        where later.organization_id = ${organizationId} and later.action > used.action
        order by later.action limit 1)
      from used where used.action is not null
    )
    select action from used where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
