import type { Selectable } from 'kysely'
import { type SqlBool, sql } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'

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
}

export type AuditFilter = {
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subject?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export async function insertEntry({ db, organizationId }: Tenant, entry: NewEntry): Promise<void> {
  const { subject, before: oldValues, after: newValues } = entry
  await db
    .insertInto('audit_entry')
    .values({
      organization_id: organizationId,
      user_id: entry.userId,
      actor_email: entry.actorEmail,
      action: entry.action,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_name: subject.name,
      before: oldValues ? JSON.stringify(oldValues) : null,
      after: newValues ? JSON.stringify(newValues) : null,
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

/** Returns the actions that the organization's audit log contains. */
export async function findActions({ db, organizationId }: Tenant): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .select('action')
    .distinct()
    .where('organization_id', '=', organizationId)
    .orderBy('action')
    .execute()
  return rows.map(({ action }) => action)
}
