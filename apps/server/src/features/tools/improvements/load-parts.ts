import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { JobRun } from '../../../platform/work/jobs.ts'
import { groupDocumentsByLayout, saveLayoutExample } from '../../answering/answering.port.ts'
import { toHiddenTextSetting } from '../../prompt-studio/prompt-studio.port.ts'
import type { TestCase } from '../regression-tests/test-cases.ts'
import type { ToolMetadata } from '../tool-metadata.ts'
import {
  type PartByDocument,
  type PlacedDocument,
  splitDocuments,
} from './measure/split-documents.ts'
import { deleteUnusedParts, listDocumentParts, saveParts } from './parts.store.ts'

type DocumentsToPart = {
  readonly projectId: string
  readonly metadata: ToolMetadata
  readonly documents: readonly TestCase[]
  readonly run: Pick<JobRun, 'signal'>
}

type LoadedParts = {
  readonly parts: PartByDocument
  /** Hashes of documents whose layout is in both parts. */
  readonly dividedHashes: ReadonlySet<string>
}

/** Splits the documents that are not split yet, with their lookalikes on the same side. */
export async function loadParts(
  ctx: Context,
  tenant: Tenant,
  { projectId, metadata, documents, run }: DocumentsToPart,
): Promise<LoadedParts> {
  const hashes = documents.map(({ hash }) => hash)
  // Documents that nobody has seen may be split anew.
  await deleteUnusedParts(tenant, projectId)
  const earlier = await listDocumentParts(tenant, projectId)
  if (hashes.every((hash) => earlier.has(hash))) return toLoadedParts(earlier)
  const { x2text_adapter: textExtractorId, hidden_text_policy: policy } = metadata.tool_settings
  const { hiddenText } = toHiddenTextSetting(policy)
  for (const { hash: documentHash, sealedPassword } of documents) {
    run.signal.throwIfAborted()
    const example = { projectId, documentHash, textExtractorId, sealedPassword, hiddenText }
    await saveLayoutExample(ctx, tenant, example).catch((error: unknown) => {
      // A document that cannot be read is compared with no other.
      if (!(error instanceof AppError)) throw error
    })
  }
  const groups = await groupDocumentsByLayout(ctx, tenant, { projectId, hashes })
  await saveParts(tenant, projectId, splitDocuments({ ...groups, earlier }))
  // Another run may have stored them first.
  return toLoadedParts(await listDocumentParts(tenant, projectId))
}

const toLoadedParts = (documents: ReadonlyMap<string, PlacedDocument>): LoadedParts => ({
  parts: new Map([...documents].map(([hash, { part }]) => [hash, part])),
  dividedHashes: new Set(
    [...documents].filter(([, { basis }]) => basis === 'document').map(([hash]) => hash),
  ),
})
