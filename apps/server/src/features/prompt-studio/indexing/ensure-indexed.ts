import { onceFor } from '../../../platform/claims/once-for.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { EnsureIndexed } from '../../answering/answering.port.ts'
import { collectionOf } from '../../answering/answering.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { listIndexRows, saveIndex } from '../rows/indexes.store.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'

type Given = {
  readonly document: DocumentRow
  readonly profile: LlmProfileRow
  readonly userId: number
}

/** Whoever needs the same chunks while they are made, in whatever process, waits for them. */
export function ensureIndexed(
  { claims }: Pick<Context, 'claims'>,
  tenant: Tenant,
  given: Given,
  isForced: boolean,
): EnsureIndexed {
  const { document, profile, userId } = given
  return async (passages) => {
    const { collection, extractorKey } = passages
    const isIndexed = async () => {
      const wanted = { documentId: document.id, profileId: profile.id }
      const [row] = await listIndexRows(tenant, wanted)
      return !isForced && row?.raw_index_id === collection
    }
    if (await isIndexed()) return
    const ids = { documentId: document.id, profileId: profile.id }
    const made = { ...ids, rawIndexId: collection, extractorKey, collection, userId }
    const key = `index/${tenant.organizationId}/${profile.id}/${collection}`
    await onceFor({ claims, db: tenant.db }, key, async () => {
      // Another may have ended while this one asked.
      if (await isIndexed()) return async () => null
      await passages.index()
      return async (db) => {
        await saveIndex({ ...tenant, db }, made)
        return null
      }
    })
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
