import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Content } from '../../platform/files/content.ts'
import { createDocumentPath } from './document-location.ts'
import type { WrittenDocument } from './documents.store.ts'

type WriteDependencies = Pick<Context, 'files'>
type Owner = Pick<Tenant, 'organizationId'>

/** A document that was received and is to be stored. */
export type ReceivedDocument = {
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string
  readonly size: number
  readonly mimeType: string
  readonly content: Content
}

/**
 * Writes the bytes durably, each content once, before any row refers to them. Content that is
 * already in the file store is moved. Files that get no row afterwards must be deleted.
 */
export async function writeDocuments(
  ctx: WriteDependencies,
  owner: Owner,
  documents: readonly ReceivedDocument[],
): Promise<readonly WrittenDocument[]> {
  const documentsByHash = new Map(documents.map((document) => [document.hash, document]))
  const attempts = await Promise.allSettled(
    [...documentsByHash.values()].map((document) => writeDocument(ctx, owner, document)),
  )
  const writtenDocuments = attempts
    .filter((attempt) => attempt.status === 'fulfilled')
    .map((attempt) => attempt.value)
  const failure = attempts.find(({ status }) => status === 'rejected')
  if (failure?.status !== 'rejected') return writtenDocuments
  await deleteUnusedFiles(
    ctx,
    writtenDocuments.map(({ path }) => path),
  )
  throw failure.reason
}

async function writeDocument(
  { files }: WriteDependencies,
  owner: Owner,
  { hash, size, mimeType, content }: ReceivedDocument,
): Promise<WrittenDocument> {
  const path = createDocumentPath(owner, hash)
  if ('bytes' in content) await files.create(path, content.bytes)
  else await files.move(content.path, path)
  return { hash, size, mimeType, path }
}

/**
 * Deletes files that have no row and will get none. When the outcome of a commit is unknown, the
 * files may have got their rows and must stay.
 */
export async function deleteUnusedFiles(
  { files }: WriteDependencies,
  paths: readonly string[],
): Promise<void> {
  // A file that cannot be deleted takes space and does no other harm.
  await Promise.allSettled(paths.map((path) => files.delete(path)))
}
