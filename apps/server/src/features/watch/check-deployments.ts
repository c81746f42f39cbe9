import { describeAlarm } from '@recto/contract/watch/describe-alarm'
import { findAlarms, type SeriesAlarm } from '@recto/extraction/watch/find-alarms'
import type { WatchedSeries } from '@recto/extraction/watch/watched-document'
import type { Context } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import type { JobRun } from '../../platform/work/jobs.ts'
import { countPerDay, toWatchedDocument } from './to-watched-document.ts'
import { findUncheckedVersions, listWatchedDocuments, type WatchedRow } from './watch.reads.ts'
import {
  endAlarmsOfEarlierVersions,
  insertAlarms,
  listLastEnds,
  lockUncheckedDocuments,
  markChecked,
  type NewAlarm,
  refreshAlarm,
  type WatchAlarmRow,
} from './watch.store.ts'

/** Maximum number of documents that a version is watched by; older ones do not count any more. */
export const maxWatchedDocuments = 2000

/** Versions that one run of the job looks at; the others wait for the next one. */
const maxVersions = 50

type CheckDependencies = Pick<Context, 'db' | 'log' | 'countAlarm'>

/**
 * Looks for changes in what deployments have read since the last time. What is found is stored with the mark that it was looked for, in one
 * transaction, so that an alarm is raised once, in however many processes this runs and whenever one of them dies.
 */
export async function checkDeployments(
  ctx: CheckDependencies,
  _: unknown,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  for (const { organizationId, ownerId, version } of await findUncheckedVersions(
    ctx,
    maxVersions,
  )) {
    if (signal.aborted) return
    const key = { ownerId, version }
    const raisedAlarms = await inTransaction({ db: ctx.db, organizationId }, (tenant) =>
      checkVersion(tenant, key),
    )
    for (const { id, field, measure, text } of raisedAlarms) {
      ctx.log.warn(
        { watch: 'alarm', organizationId, ownerId, id, field, measure },
        `watch: ${text}`,
      )
      ctx.countAlarm(measure)
    }
  }
}

async function checkVersion(tenant: Tenant, key: VersionKey): Promise<readonly WatchAlarmRow[]> {
  const uncheckedIds = await lockUncheckedDocuments(tenant, key)
  if (uncheckedIds.length === 0) return []
  const rows = await listWatchedDocuments(tenant, { ...key, limit: maxWatchedDocuments })
  const lastEnds = await listLastEnds(tenant, key)
  const alarms = findAlarms({
    documents: rows.map(toWatchedDocument),
    documentsPerDay: countPerDay(rows),
    startOf: (series) => findStart(rows, lastEnds, series),
  })
  const newAlarms = alarms.map((alarm) => toNewAlarm(alarm, key, rows))
  const raisedAlarms = await insertAlarms(tenant, newAlarms)
  const raisedNames = new Set(raisedAlarms.map(nameOf))
  for (const alarm of newAlarms) {
    if (!raisedNames.has(nameOf(alarm))) await refreshAlarm(tenant, alarm)
  }
  await endAlarmsOfEarlierVersions(tenant, key)
  await markChecked(tenant, uncheckedIds)
  return raisedAlarms
}

type VersionKey = { readonly ownerId: string; readonly version: string }

const toNewAlarm = (
  alarm: SeriesAlarm,
  { ownerId, version }: VersionKey,
  rows: readonly WatchedRow[],
): NewAlarm => ({
  owner_id: ownerId,
  version,
  field: alarm.field,
  measure: alarm.measure,
  before: JSON.stringify(alarm.before),
  after: JSON.stringify(alarm.after),
  text: describeAlarm(alarm),
  documents: [...alarm.documentIds],
  since: findTime(rows, alarm),
})

const nameOf = ({ field, measure }: Pick<NewAlarm, 'field' | 'measure'>): string =>
  JSON.stringify([field, measure])

const findTime = (rows: readonly WatchedRow[], { firstId }: SeriesAlarm): Date =>
  rows.find(({ file_execution_id }) => file_execution_id === firstId)?.observed_at ?? new Date()

/** Finds the first document after the last alarm of a series has ended. */
function findStart(
  rows: readonly WatchedRow[],
  lastEnds: Awaited<ReturnType<typeof listLastEnds>>,
  { field, measure }: WatchedSeries,
): number {
  const end = lastEnds.find((one) => one.field === field && one.measure === measure)?.ended_at
  if (!end) return 0
  const start = rows.findIndex(({ observed_at }) => observed_at > end)
  return start === -1 ? rows.length : start
}
