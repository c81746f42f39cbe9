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

const underWay = new Map<string, Promise<void>>()

/** Whoever needs the same chunks while they are made waits for them. */
export function ensureIndexed(tenant: Tenant, given: Given, isForced: boolean): EnsureIndexed {
  const { document, profile, userId } = given
  return async (passages) => {
    const { collection, extractorKey } = passages
    const [row] = await listIndexRows(tenant, { documentId: document.id, profileId: profile.id })
    if (row?.raw_index_id === collection && !isForced) return
    const name = `${tenant.organizationId} ${profile.id} ${collection}`
    const indexing = underWay.get(name) ?? index().finally(() => underWay.delete(name))
    underWay.set(name, indexing)
    await indexing

    async function index(): Promise<void> {
      await passages.index()
      await saveIndex(tenant, {
        documentId: document.id,
        profileId: profile.id,
        rawIndexId: collection,
        extractorKey,
        collection,
        userId,
      })
    }
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
