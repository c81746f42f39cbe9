import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Content } from '../../platform/files/content.ts'
import { newPathOf } from './document-places.ts'
import type { KeptDocument } from './documents.store.ts'

type Needs = Pick<Context, 'files'>
type Owner = Pick<Tenant, 'organizationId'>

/** Bytes that have come and are to be kept. */
export type ArrivedDocument = {
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string
  readonly size: number
  readonly mimeType: string
  readonly content: Content
}

/**
 * Writes the bytes durably, each content once, before any row tells of them. What lies in the file
 * store moves from its place. What gets no row afterwards is to be dropped.
 */
export async function keepDocuments(
  ctx: Needs,
  owner: Owner,
  documents: readonly ArrivedDocument[],
): Promise<readonly KeptDocument[]> {
  const distinct = new Map(documents.map((document) => [document.hash, document]))
  const attempts = await Promise.allSettled(
    [...distinct.values()].map((one) => keep(ctx, owner, one)),
  )
  const kept = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failure = attempts.find(({ status }) => status === 'rejected')
  if (failure?.status !== 'rejected') return kept
  await dropFiles(
    ctx,
    kept.map(({ path }) => path),
  )
  throw failure.reason
}

async function keep(
  { files }: Needs,
  owner: Owner,
  { hash, size, mimeType, content }: ArrivedDocument,
): Promise<KeptDocument> {
  const path = newPathOf(owner, hash)
  if ('bytes' in content) await files.create(path, content.bytes)
  else await files.move(content.path, path)
  return { hash, size, mimeType, path }
}

/**
 * Removes files that no row names and none will. Only for one who knows that: a commit whose outcome
 * is unknown may have given them their rows.
 */
export async function dropFiles({ files }: Needs, paths: readonly string[]): Promise<void> {
  // What cannot be removed takes room and does no other harm.
  await Promise.allSettled(paths.map((path) => files.delete(path)))
}
