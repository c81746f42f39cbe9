import type { Tenant } from '../../../platform/db/database.ts'
import { singleFlightWithin } from '../../../platform/work/single-flight/claims.ts'
import {
  type AnsweringDependencies,
  type EnsureIndexed,
  toCollectionName,
} from '../../answering/answering.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { listIndexRows, saveIndex } from '../rows/indexes.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import { removeSupersededVectors } from './remove-superseded-vectors.ts'

type IndexTarget = {
  readonly document: DocumentRow
  readonly profile: LlmProfileRow
  readonly userId: number
}

/**
 * Returns a function that makes sure that the chunks of a document are indexed. Concurrent callers
 * that need the same chunks, in whatever process and for whatever profile, wait for the same work.
 * Chunks are only indexed again if something they depend on has changed, or if it is forced; the
 * superseded ones are then removed.
 */
export function ensureIndexed(
  ctx: AnsweringDependencies,
  tenant: Tenant,
  { document, profile, userId }: IndexTarget,
  isForced: boolean,
): EnsureIndexed {
  const { claims } = ctx
  return async (passages, { isLost = false } = {}) => {
    const { collection, extractorKey, vectorDbId } = passages
    const newIndex = {
      documentId: document.id,
      profileId: profile.id,
      rawIndexId: collection,
      extractorKey,
      collection,
      vectorDbId,
      userId,
    }
    const isRebuild = isForced || isLost
    const listIndexedProfileIds = async () =>
      (await listIndexRows(tenant, { documentId: document.id }))
        .filter(({ raw_index_id }) => raw_index_id === collection)
        .map(({ profile_id }) => profile_id)
    if (!isRebuild && (await listIndexedProfileIds()).includes(profile.id)) return
    const key = `index/${tenant.organizationId}/${collection}`
    await singleFlightWithin({ claims, db: tenant.db }, key, async () => {
      // Another process may have finished in the meantime.
      const isIndexed = !isRebuild && (await listIndexedProfileIds()).length > 0
      if (!isIndexed) await passages.index()
      return async (db) => {
        await saveIndex({ ...tenant, db }, newIndex)
        return null
      }
    })
    // The work may have been done for another profile.
    if (!(await listIndexedProfileIds()).includes(profile.id)) await saveIndex(tenant, newIndex)
    await removeSupersededVectors(ctx, tenant, { documentId: document.id, profile })
  }
}

/**
 * Records that a document was read without chunks. Clients take the id of this row for the mark
 * “indexed”.
 */
export async function saveReadMark(
  tenant: Tenant,
  { document, profile, userId }: IndexTarget,
  extractorKey: string,
): Promise<void> {
  await saveIndex(tenant, {
    documentId: document.id,
    profileId: profile.id,
    rawIndexId: toCollectionName(document.id, document.hash, extractorKey),
    extractorKey,
    userId,
  })
}
