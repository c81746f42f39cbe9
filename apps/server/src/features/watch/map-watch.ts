import {
  type AddedExpectedValues,
  type WatchAlarmReply,
  WatchMeasure,
  type WatchReply,
} from '@recto/contract/watch/watch'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { findWatchedFileNames } from '../executions/executions.port.ts'
import { userNames } from '../organizations/organizations.port.ts'
import type { AddedToProject } from './add-expected-values.ts'
import type { WatchView } from './get-watch.ts'
import type { WatchAlarmRow } from './watch.store.ts'

type PresentDependencies = Pick<Context, 'db'>

export async function presentWatch(
  ctx: PresentDependencies,
  actor: Actor,
  view: WatchView,
): Promise<WatchReply> {
  return {
    name: view.name,
    documents: view.documents,
    min_documents: view.minDocuments,
    max_documents: view.maxDocuments,
    project_id: view.projectId,
    may_change: view.mayChange,
    series: view.series.map(({ field, measure, mean, band, days }) => ({
      field,
      measure,
      mean,
      band,
      days: [...days],
    })),
    alarms: await presentAlarms(ctx, actor, view.alarms, { showsNames: view.mayChange }),
  }
}

/** Names of files are for people who may open them. */
export async function presentAlarms(
  ctx: PresentDependencies,
  actor: Actor,
  rows: readonly WatchAlarmRow[],
  { showsNames }: { readonly showsNames: boolean },
): Promise<WatchAlarmReply[]> {
  const tenant = tenantOf(ctx, actor)
  const fileIds = showsNames ? [...new Set(rows.flatMap(({ documents }) => documents))] : []
  const [files, people] = await Promise.all([
    findWatchedFileNames(tenant, fileIds),
    userNames(
      tenant,
      rows.map(({ ended_by }) => ended_by),
    ),
  ])
  return rows.map((row) => ({
    id: row.id,
    field: row.field,
    measure: WatchMeasure.parse(row.measure),
    before: row.before,
    after: row.after,
    text: row.text,
    since: presentTime(row.since),
    raised_at: presentTime(row.raised_at),
    ended_at: row.ended_at && presentTime(row.ended_at),
    end_reason: row.end_reason,
    ended_by: people.get(row.ended_by ?? 0)?.username ?? null,
    documents: row.documents.map((id) => ({
      file_id: id,
      execution_id: files.get(id)?.execution_id ?? null,
      file_name: files.get(id)?.file_name ?? null,
    })),
  }))
}

export const presentAdded = ({ projectId, documents }: AddedToProject): AddedExpectedValues => ({
  project_id: projectId,
  documents: documents.map(({ fileId, outcome, documentId }) => ({
    file_id: fileId,
    outcome,
    document_id: documentId,
  })),
})
