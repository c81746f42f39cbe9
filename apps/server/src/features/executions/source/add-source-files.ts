import type { FileEntry } from '@recto/provider-spec/file-connector'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { discardContent } from '../../../platform/files/content.ts'
import { createTimeOrderedId } from '../../../platform/time-ordered-id.ts'
import { announceWork } from '../../../platform/work/announce-work.ts'
import { storeBytes, storeDocumentsInStatement } from '../../documents/documents.port.ts'
import { getFileName } from '../file-names.ts'
import { listFilesInProgress, listProcessedFiles } from './processed-files.ts'
import { type ReadFile, readSourceFile, type UnreadFile } from './read-source-file.ts'
import { shouldSkipFile } from './should-skip-file.ts'
import {
  insertSourceFiles,
  lockWorkflow,
  type NewSourceFile,
  updateMark,
} from './source-files.store.ts'
import { logSource, type SourceListing } from './source-listing.ts'

/**
 * Reads files of the source and adds those that need processing. Returns false when the execution
 * accepts no more files.
 */
export async function addSourceFiles(
  ctx: Context,
  tenant: Tenant,
  listing: SourceListing,
  entries: readonly FileEntry[],
): Promise<boolean> {
  const { readFiles, failedFiles } = await readEntries(ctx, listing, entries)
  try {
    const newFiles = await selectUnprocessed(tenant, listing, readFiles)
    const files = newFiles.map((file) => toSourceFile(file, listing))
    const failedSourceFiles = await Promise.all(
      failedFiles.map((failedFile) => toFailedFile(ctx, tenant, failedFile, listing)),
    )
    if (files.length + failedSourceFiles.length === 0) return true
    const { result: addedCount } = await storeDocumentsInStatement(
      ctx,
      tenant,
      newFiles,
      (documentQueries) =>
        inTransaction(tenant, async (transaction) => {
          const unclaimedFiles = await selectUnclaimed(transaction, listing, files)
          const request = {
            executionId: listing.execution.id,
            files: [...unclaimedFiles, ...failedSourceFiles],
            documentQueries,
          }
          const insertedFiles = await insertSourceFiles(transaction, request)
          return {
            result: insertedFiles && unclaimedFiles.length,
            stored: insertedFiles?.storedDocuments ?? [],
          }
        }),
    )
    listing.addedFiles += (addedCount ?? files.length) + failedSourceFiles.length
    listing.skippedFiles += files.length - (addedCount ?? files.length)
    if (addedCount !== undefined) await announceWork(ctx, 'items')
    return addedCount !== undefined
  } finally {
    await Promise.all(readFiles.map(({ content }) => discardContent(ctx.files, content)))
  }
}

async function readEntries(ctx: Context, listing: SourceListing, entries: readonly FileEntry[]) {
  const { connector, signal } = listing
  const outcomes = await Promise.all(
    entries.map((entry) => readSourceFile(ctx, connector, entry, signal)),
  )
  const readFiles: ReadFile[] = []
  const failedFiles: UnreadFile[] = []
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome === 'gone') {
      logSource(ctx, listing, `“${entries[i]?.path}” was removed after it was listed.`, 'WARN')
    } else if ('reason' in outcome) failedFiles.push(outcome)
    else readFiles.push(outcome)
  }
  return { readFiles, failedFiles }
}

/**
 * Selects the files that no other run of the workflow has added or finished since they were looked
 * up. Runs that list the same source add their files one after the other, so each file belongs to
 * one run.
 */
async function selectUnclaimed(
  transaction: Tenant,
  listing: SourceListing,
  files: readonly NewSourceFile[],
): Promise<readonly NewSourceFile[]> {
  // A dry run delivers nothing, so it takes no files away from other runs.
  if (listing.execution.trial_files !== null || files.length === 0) return files
  await lockWorkflow(transaction, listing.execution.workflow_id)
  const paths = files.map(({ path }) => path)
  // Files in progress are queried first: those that finish in between are then found in the
  // history.
  const filesInProgress = await listFilesInProgress(transaction, listing, paths)
  const histories = await listProcessedFiles(transaction, listing, paths)
  const processedFiles = histories.filter((history) => shouldSkipFile(history, listing))
  const takenKeys = new Set([...filesInProgress, ...processedFiles].map(toContentKey))
  return files.filter(
    (file) => !takenKeys.has(toContentKey({ file_path: file.path, file_hash: file.hash })),
  )
}

const toContentKey = (file: { readonly file_path: string | null; readonly file_hash: string }) =>
  `${file.file_hash} ${file.file_path}`

/** Selects the files whose content at their path has not been processed yet. */
async function selectUnprocessed(
  tenant: Tenant,
  listing: SourceListing,
  readFiles: readonly ReadFile[],
): Promise<readonly ReadFile[]> {
  if (readFiles.length === 0) return []
  const workflowId = listing.execution.workflow_id
  const paths = readFiles.map(({ entry }) => entry.path)
  const histories = await listProcessedFiles(tenant, listing, paths)
  const newFiles: ReadFile[] = []
  for (const file of readFiles) {
    const { hash, mark } = file
    const { path } = file.entry
    const processedFile = histories.find(
      (history) => history.file_path === path && history.file_hash === hash,
    )
    if (!processedFile || !shouldSkipFile(processedFile, listing)) {
      newFiles.push(file)
      continue
    }
    listing.skippedFiles++
    if (mark !== null && mark !== processedFile.mark) {
      await updateMark(tenant, { workflowId, path, hash, mark })
    }
  }
  return newFiles
}

const toSourceFile = (
  { entry, mark, size, hash, mimeType }: ReadFile,
  listing: SourceListing,
): NewSourceFile => ({
  id: createTimeOrderedId(),
  name: getFileName(entry.path),
  path: entry.path,
  mark,
  size,
  hash,
  mimeType,
  metadata: entry.metadata,
  position: listing.nextPosition++,
})

/** Builds the record of a file that could not be read, which is counted like any other. */
async function toFailedFile(
  ctx: Context,
  tenant: Tenant,
  { entry, reason }: UnreadFile,
  listing: SourceListing,
): Promise<NewSourceFile> {
  const mimeType = 'application/octet-stream'
  const { hash } = await storeBytes(ctx, tenant, { bytes: new Uint8Array(), mimeType })
  logSource(ctx, listing, `“${entry.path}” cannot be read: ${reason}`, 'ERROR')
  const { path, size, metadata } = entry
  const id = createTimeOrderedId()
  const position = listing.nextPosition++
  return {
    id,
    path,
    hash,
    mimeType,
    metadata,
    position,
    name: getFileName(path),
    mark: null,
    size: size ?? 0,
    error: reason,
  }
}
