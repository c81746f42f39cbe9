import { createHash } from 'node:crypto'
import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { openFileConnector } from '../../connectors/connectors.port.ts'
import { type FileSource, parseFileSource } from '../../workflows/workflows.port.ts'
import { planExecution } from '../plan-execution.ts'
import { hasTemporaryName } from './complete-files.ts'
import { listProcessedFiles, type PlannedWork } from './processed-files.ts'
import { shouldSkipFile } from './should-skip-file.ts'
import { findFilesInProgress, findMaxAttempts, findTakenPaths } from './source-files.store.ts'
import { getMark, isInSource, walkSource } from './walk-source.ts'

/** The source of the live version of a workflow. */
export type LiveSource = {
  readonly connectorId: string
  readonly settings: FileSource
  readonly work: PlannedWork
}

/** No execution has it, because none has listed these files yet. */
const noExecutionId = '00000000-0000-4000-8000-000000000000'

/** Finds where the live version of a workflow gets its files. Throws 400 with the reason if it cannot run. */
export async function findLiveSource(
  ctx: Context,
  tenant: Tenant,
  workflowId: string,
): Promise<LiveSource | undefined> {
  const { plan, planHash } = await planExecution(ctx, tenant, workflowId, 'live')
  const connectorId = plan.source?.connectorId
  if (!connectorId) return undefined
  return {
    connectorId,
    settings: parseFileSource(plan.source?.configuration ?? {}),
    work: {
      execution: { id: noExecutionId, workflow_id: workflowId, plan_hash: planHash },
      sameWorkByPlan: new Map([[planHash, true]]),
    },
  }
}

/** Whether a source selects the file at a path, and a run on arrival would take it. */
export const isTakenOnArrival = (path: string, settings: FileSource): boolean =>
  isInSource(path, settings) && !hasTemporaryName({ path })

type NewFiles = {
  /** Path of the first one. */
  readonly example: string
  /** Digest of their paths, versions and attempts. */
  readonly digest: string
}

const batchSize = 200
/** More files are not needed to see that a run has something to do. */
const maxNewFiles = 1000

/** Lists a source for files that a run would process; `undefined` if there are none. */
export async function findNewFiles(
  ctx: Context,
  tenant: Tenant,
  { connectorId, settings, work }: LiveSource,
  signal: AbortSignal,
): Promise<NewFiles | undefined> {
  const { connector } = await openFileConnector(ctx, tenant, connectorId)
  const maxAttempts = await findMaxAttempts(tenant, work.execution.workflow_id)
  const hash = createHash('sha256')
  let example: string | undefined
  let count = 0
  try {
    for await (const entries of listBatches(connector, settings, signal)) {
      const newFiles = await selectNew(tenant, work, { entries, settings, maxAttempts })
      for (const { description } of newFiles) hash.update(description)
      example ??= newFiles[0]?.entry.path
      count += newFiles.length
      if (count >= maxNewFiles) break
    }
  } finally {
    await connector.close().catch(() => {})
  }
  return example === undefined ? undefined : { example, digest: hash.digest('hex') }
}

async function* listBatches(
  connector: FileConnector,
  settings: FileSource,
  signal: AbortSignal,
): AsyncGenerator<readonly FileEntry[]> {
  for await (const page of walkSource(connector, settings, { signal, onUnmatched: () => {} })) {
    const entries = page.filter((entry) => !hasTemporaryName(entry))
    for (let start = 0; start < entries.length; start += batchSize)
      yield entries.slice(start, start + batchSize)
  }
}

type Selection = {
  readonly entries: readonly FileEntry[]
  readonly settings: FileSource
  readonly maxAttempts: number
}

async function selectNew(
  tenant: Tenant,
  work: PlannedWork,
  { entries, settings, maxAttempts }: Selection,
): Promise<readonly { readonly entry: FileEntry; readonly description: string }[]> {
  const paths = entries.map(({ path }) => path)
  const filesInProgress = await findFilesInProgress(tenant, work.execution, paths)
  const busyPaths = new Set(filesInProgress.map(({ file_path }) => file_path))
  const takenPaths = await findTakenPaths(tenant, work.execution, paths)
  const histories = await listProcessedFiles(tenant, work, paths)
  const byPath = Map.groupBy(histories, (history) => history.file_path)
  return entries.flatMap((entry) => {
    if (takenPaths.has(entry.path) || busyPaths.has(entry.path)) return []
    const mark = getMark(entry)
    const processedFile = byPath
      .get(entry.path)
      ?.find((history) => mark !== null && history.mark === mark)
    if (processedFile && shouldSkipFile(processedFile, { maxAttempts, settings })) return []
    const attempts = processedFile?.execution_count ?? 0
    return [{ entry, description: JSON.stringify([entry.path, mark, attempts]) }]
  })
}
