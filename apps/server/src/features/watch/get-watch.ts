import { minReference } from '@recto/extraction/watch/find-change'
import { AppError } from '../../platform/app-error.ts'
import { type Context, tenantOf } from '../../platform/context.ts'
import { findProjectOfVersion } from '../executions/executions.port.ts'
import { getProject } from '../prompt-studio/prompt-studio.port.ts'
import { buildSeries, type SeriesOfDays } from './build-series.ts'
import { maxWatchedDocuments } from './check-deployments.ts'
import { listWatchedDocuments } from './watch.reads.ts'
import { listAlarms, type WatchAlarmRow } from './watch.store.ts'
import { getWatchedOwner, mayChangeOwner, type OwnerRequest } from './watched-owner.ts'

/** Maximum number of documents that the charts show. */
const maxCharted = 5000
const maxAlarms = 100
const dayMilliseconds = 24 * 60 * 60 * 1000

export type WatchView = {
  readonly name: string
  readonly documents: number
  readonly minDocuments: number
  readonly maxDocuments: number
  readonly projectId: string | null
  readonly mayChange: boolean
  readonly series: readonly SeriesOfDays[]
  readonly alarms: readonly WatchAlarmRow[]
}

/** Reads how a deployment has read documents, by day and field, and its alarms. */
export async function getWatch(
  ctx: Pick<Context, 'db'>,
  { days, ...request }: OwnerRequest & { readonly days: number },
): Promise<WatchView> {
  const { actor } = request
  const tenant = tenantOf(ctx, actor)
  const owner = await getWatchedOwner(ctx, request)
  const ownerId = owner.id
  const from = new Date(Date.now() - days * dayMilliseconds)
  const [[newestRow], rows, alarms] = await Promise.all([
    listWatchedDocuments(tenant, { ownerId, limit: 1 }),
    listWatchedDocuments(tenant, { ownerId, from, limit: maxCharted }),
    listAlarms(tenant, { ownerId, limit: maxAlarms }),
  ])
  const version = newestRow?.version
  const versionRows =
    version === undefined
      ? []
      : await listWatchedDocuments(tenant, { ownerId, version, limit: maxWatchedDocuments })
  const openAlarms = alarms.filter((alarm) => alarm.ended_at === null && alarm.version === version)
  return {
    name: owner.name,
    documents: versionRows.length,
    minDocuments: minReference,
    maxDocuments: maxWatchedDocuments,
    projectId: await findVisibleProject(ctx, request, version),
    mayChange: mayChangeOwner(actor, owner),
    series: buildSeries({ rows, versionRows, openAlarms }),
    alarms,
  }
}

async function findVisibleProject(
  ctx: Pick<Context, 'db'>,
  { actor }: OwnerRequest,
  version: string | undefined,
): Promise<string | null> {
  const projectId =
    version === undefined ? undefined : await findProjectOfVersion(tenantOf(ctx, actor), version)
  if (projectId === undefined) return null
  const project = await getProject(ctx, { actor, projectId }).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'not-found') return undefined
    throw error
  })
  return project?.id ?? null
}
