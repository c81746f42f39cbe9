import { onceFor } from '../../../platform/claims/once-for.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  type AnsweringNeeds,
  collectionOf,
  type EnsureIndexed,
} from '../../answering/answering.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { listIndexRows, saveIndex } from '../rows/indexes.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import { removeSuperseded } from './remove-superseded.ts'

type Given = {
  readonly document: DocumentRow
  readonly profile: LlmProfileRow
  readonly userId: number
}

/**
 * Whoever needs the same chunks while they are made, in whatever process and for whatever profile, waits
 * for them. They are made anew only when something has changed that they are made of, or when that is
 * forced; then those that they supersede are removed.
 */
export function ensureIndexed(
  ctx: AnsweringNeeds,
  tenant: Tenant,
  { document, profile, userId }: Given,
  isForced: boolean,
): EnsureIndexed {
  const { claims } = ctx
  return async (passages, { isLost = false } = {}) => {
    const { collection, extractorKey, vectorDbId } = passages
    const made = {
      ...{ documentId: document.id, profileId: profile.id, rawIndexId: collection },
      ...{ extractorKey, collection, vectorDbId, userId },
    }
    const isAnew = isForced || isLost
    const current = async () =>
      (await listIndexRows(tenant, { documentId: document.id }))
        .filter(({ raw_index_id }) => raw_index_id === collection)
        .map(({ profile_id }) => profile_id)
    if (!isAnew && (await current()).includes(profile.id)) return
    const key = `index/${tenant.organizationId}/${collection}`
    await onceFor({ claims, db: tenant.db }, key, async () => {
      // Another may have ended while this one asked.
      const isMade = !isAnew && (await current()).length > 0
      if (!isMade) await passages.index()
      return async (db) => {
        await saveIndex({ ...tenant, db }, made)
        return null
      }
    })
    // It may have been another profile's that was waited for.
    if (!(await current()).includes(profile.id)) await saveIndex(tenant, made)
    await removeSuperseded(ctx, tenant, { documentId: document.id, profile })
  }
}

/** Without chunks there is a row all the same: clients take its id for the mark “indexed”. */
export async function markRead(
  tenant: Tenant,
  { document, profile, userId }: Given,
  extractorKey: string,
): Promise<void> {
  await saveIndex(tenant, {
    documentId: document.id,
    profileId: profile.id,
    rawIndexId: collectionOf(document.id, document.hash, extractorKey),
    extractorKey,
    userId,
  })
}
