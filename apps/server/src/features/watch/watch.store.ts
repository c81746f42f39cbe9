import { type Insertable, type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../platform/db/database.ts'

export type WatchAlarmRow = Selectable<Tables['watch_alarm']>

type VersionKey = { readonly ownerId: string; readonly version: string }

const maxLocked = 10_000

/**
 * Locks the documents of a version for which no alarms were looked for yet, and returns their ids. Another process that looks for the same
 * alarms waits here, and then finds nothing to do.
 */
export async function lockUncheckedDocuments(
  { db, organizationId }: Tenant,
  { ownerId, version }: VersionKey,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('watched_document')
    .select('file_execution_id')
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', ownerId)
    .where('version', '=', version)
    .where('is_checked', '=', false)
    .orderBy('file_execution_id')
    .limit(maxLocked)
    .forUpdate()
    .execute()
  return rows.map(({ file_execution_id }) => file_execution_id)
}

export async function markChecked(
  { db, organizationId }: Tenant,
  ids: readonly string[],
): Promise<void> {
  await sql`update watched_document set is_checked = true
    where organization_id = ${organizationId} and file_execution_id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
}

export type NewAlarm = Omit<Insertable<Tables['watch_alarm']>, 'organization_id'>

/** Inserts alarms in one statement, so that they make one message. Returns those that were not open already. */
export async function insertAlarms(
  { db, organizationId }: Tenant,
  alarms: readonly NewAlarm[],
): Promise<readonly WatchAlarmRow[]> {
  if (alarms.length === 0) return []
  return db
    .insertInto('watch_alarm')
    .values(alarms.map((alarm) => ({ ...alarm, organization_id: organizationId })))
    .onConflict((c) => c.doNothing())
    .returningAll()
    .execute()
}

/** Updates an open alarm with the documents since; the time at which it was raised stays. */
export async function refreshAlarm(
  { db, organizationId }: Tenant,
  { owner_id, version, field, measure, ...changes }: NewAlarm,
): Promise<void> {
  await db
    .updateTable('watch_alarm')
    .set({
      before: changes.before,
      after: changes.after,
      text: changes.text,
      documents: changes.documents,
      since: changes.since,
    })
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', owner_id)
    .where('version', '=', version)
    .where('field', 'is not distinct from', field ?? null)
    .where('measure', '=', measure)
    .where('ended_at', 'is', null)
    .execute()
}

/** Lists the alarms of a deployment, open ones first and then the newest. */
export async function listAlarms(
  { db, organizationId }: Tenant,
  { ownerId, limit }: { readonly ownerId: string; readonly limit: number },
): Promise<readonly WatchAlarmRow[]> {
  return db
    .selectFrom('watch_alarm')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', ownerId)
    .orderBy(sql`ended_at is not null`)
    .orderBy('raised_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns when the last alarm of each series of a version ended. */
export async function listLastEnds(
  { db, organizationId }: Tenant,
  { ownerId, version }: VersionKey,
): Promise<readonly Pick<WatchAlarmRow, 'field' | 'measure' | 'ended_at'>[]> {
  return db
    .selectFrom('watch_alarm')
    .select(({ fn }) => ['field', 'measure', fn.max('ended_at').as('ended_at')])
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', ownerId)
    .where('version', '=', version)
    .where('ended_at', 'is not', null)
    .groupBy(['field', 'measure'])
    .execute()
}

/** Ends alarms of versions that have read no document since this version has. */
export async function endAlarmsOfEarlierVersions(
  { db, organizationId }: Tenant,
  { ownerId, version }: VersionKey,
): Promise<void> {
  await sql`
    update watch_alarm alarm set ended_at = now(), end_reason = 'published'
    where alarm.organization_id = ${organizationId} and alarm.owner_id = ${ownerId}
      and alarm.ended_at is null and alarm.version <> ${version}
      and not exists (
        select from watched_document document
        where document.organization_id = ${organizationId} and document.owner_id = ${ownerId}
          and document.version = alarm.version and document.observed_at >= (
            select min(observed_at) from watched_document
            where organization_id = ${organizationId} and owner_id = ${ownerId}
              and version = ${version}))`.execute(db)
}

type AlarmKey = { readonly ownerId: string; readonly id: string }

export async function findAlarm(
  { db, organizationId }: Tenant,
  { ownerId, id }: AlarmKey,
): Promise<WatchAlarmRow | undefined> {
  return db
    .selectFrom('watch_alarm')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Ends an open alarm; returns `undefined` if it has ended already. */
export async function endAlarm(
  { db, organizationId }: Tenant,
  { ownerId, id, userId }: AlarmKey & { readonly userId: number },
): Promise<WatchAlarmRow | undefined> {
  return db
    .updateTable('watch_alarm')
    .set({ ended_at: sql<Date>`now()`, end_reason: 'acknowledged', ended_by: userId })
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

const maxDays = 400
const maxOfOwner = 10_000
const deletedAtOnce = 5000

/**
 * Deletes what is too old, the oldest documents of deployments that have too many, and what belonged to deployments that are
 * gone. Returns whether there may be more.
 */
export async function deleteOldWatchRows({ db }: Installation): Promise<boolean> {
  const { numAffectedRows: documents = 0n } = await sql`
    delete from watched_document where file_execution_id in (
      select file_execution_id from (
        select file_execution_id, owner_id, observed_at,
          row_number() over (partition by organization_id, owner_id order by observed_at desc) as rank
        from watched_document
      ) ranked
      where rank > ${maxOfOwner} or observed_at < now() - make_interval(days => ${maxDays})
        or not (exists (select from api_deployment where id = owner_id)
          or exists (select from pipeline where id = owner_id))
      limit ${deletedAtOnce})`.execute(db)
  await sql`
    delete from watch_alarm
    where ended_at < now() - make_interval(days => ${maxDays})
      or not (exists (select from api_deployment where id = owner_id)
        or exists (select from pipeline where id = owner_id))`.execute(db)
  return Number(documents) === deletedAtOnce
}
