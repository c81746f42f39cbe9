import type { FileEntry } from '@recto/provider-spec/file-connector'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { discardContent } from '../../../platform/files/content.ts'
import { announceWork } from '../../../platform/leases/announce-work.ts'
import { timeOrderedId } from '../../../platform/time-ordered-id.ts'
import { storeBytes, storeDocumentsWith } from '../../documents/documents.port.ts'
import { nameOf } from '../source-paths.ts'
import { type Filling, say } from './filling.ts'
import { isKnown } from './is-known.ts'
import { type ReadFile, readSourceFile, type UnreadFile } from './read-source-file.ts'
import {
  type AddedSourceFile,
  findHistories,
  findInHand,
  holdWorkflow,
  insertSourceFiles,
  renewMark,
} from './source-files.store.ts'

/** Reads files of the source and adds what is to be processed of them. False when the execution takes no more. */
export async function addSourceFiles(
  ctx: Context,
  tenant: Tenant,
  filling: Filling,
  entries: readonly FileEntry[],
): Promise<boolean> {
  const { read, unread } = await readAll(ctx, filling, entries)
  try {
    const fresh = await unknown(tenant, filling, read)
    const files = fresh.map((one) => asSourceFile(one, filling))
    const failed = await Promise.all(unread.map((one) => asFailedFile(ctx, tenant, one, filling)))
    if (files.length + failed.length === 0) return true
    const { result: added } = await storeDocumentsWith(ctx, tenant, fresh, (documents) =>
      inTransaction(tenant, async (within) => {
        const own = await claimedOf(within, filling, files)
        const adding = { executionId: filling.execution.id, files: [...own, ...failed], documents }
        const stored = await insertSourceFiles(within, adding)
        return { result: stored && own.length, stored: stored?.stored ?? [] }
      }),
    )
    filling.added += (added ?? files.length) + failed.length
    filling.skipped += files.length - (added ?? files.length)
    if (added !== undefined) await announceWork(ctx)
    return added !== undefined
  } finally {
    await Promise.all(read.map(({ content }) => discardContent(ctx.files, content)))
  }
}

async function readAll(ctx: Context, filling: Filling, entries: readonly FileEntry[]) {
  const { connector, signal } = filling
  const outcomes = await Promise.all(
    entries.map((entry) => readSourceFile(ctx, connector, entry, signal)),
  )
  const read: ReadFile[] = []
  const unread: UnreadFile[] = []
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome === 'gone') {
      say(ctx, filling, `“${entries[i]?.path}” is gone since it was listed.`, 'WARN')
    } else if ('reason' in outcome) unread.push(outcome)
    else read.push(outcome)
  }
  return { read, unread }
}

/**
 * Those that no other run of the workflow has taken since they were looked up, or has just gone through with: runs
 * that list one source at the same time add their files one after the other, so each file is one run's.
 */
async function claimedOf(
  within: Tenant,
  filling: Filling,
  files: readonly AddedSourceFile[],
): Promise<readonly AddedSourceFile[]> {
  // A trial hands nothing over: it takes nothing away from anybody.
  if (filling.trial || files.length === 0) return files
  await holdWorkflow(within, filling.execution.workflow_id)
  const paths = files.map(({ path }) => path)
  // In this order: what is in hand no more stands in the history.
  const inHand = await findInHand(within, filling.execution, paths)
  const histories = await findHistories(within, filling.execution.workflow_id, paths)
  const done = histories.filter((one) => isKnown(one, filling))
  const taken = new Set([...inHand, ...done].map(contentAt))
  return files.filter((one) => !taken.has(contentAt({ file_path: one.path, file_hash: one.hash })))
}

const contentAt = (at: { readonly file_path: string | null; readonly file_hash: string }) =>
  `${at.file_hash} ${at.file_path}`

/** Those whose content is another one than what was processed at their places. */
async function unknown(
  tenant: Tenant,
  filling: Filling,
  read: readonly ReadFile[],
): Promise<readonly ReadFile[]> {
  if (read.length === 0) return []
  const workflowId = filling.execution.workflow_id
  const paths = read.map(({ entry }) => entry.path)
  const histories = await findHistories(tenant, workflowId, paths)
  const fresh: ReadFile[] = []
  for (const one of read) {
    const { hash, mark } = one
    const { path } = one.entry
    const same = histories.find((h) => h.file_path === path && h.file_hash === hash)
    if (!same || !isKnown(same, filling)) {
      fresh.push(one)
      continue
    }
    filling.skipped++
    if (mark !== null && mark !== same.mark) {
      await renewMark(tenant, { workflowId, path, hash, mark })
    }
  }
  return fresh
}

const asSourceFile = (
  { entry, mark, size, hash, mimeType }: ReadFile,
  filling: Filling,
): AddedSourceFile => ({
  id: timeOrderedId(),
  name: nameOf(entry.path),
  path: entry.path,
  mark,
  size,
  hash,
  mimeType,
  position: filling.position++,
})

/** Accounted for like any other, though there is nothing of it. */
async function asFailedFile(
  ctx: Context,
  tenant: Tenant,
  { entry, reason }: UnreadFile,
  filling: Filling,
): Promise<AddedSourceFile> {
  const mimeType = 'application/octet-stream'
  const { hash } = await storeBytes(ctx, tenant, { bytes: new Uint8Array(), mimeType })
  say(ctx, filling, `“${entry.path}” cannot be read: ${reason}`, 'ERROR')
  const { path, size } = entry
  const id = timeOrderedId()
  const position = filling.position++
  return {
    ...{ id, path, hash, mimeType, position },
    name: nameOf(path),
    mark: null,
    size: size ?? 0,
    error: reason,
  }
}
