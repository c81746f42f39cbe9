import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ChatDocument, Passages } from '../../answering/answering.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import { isIndexed, keepIndexed } from '../documents/passages.store.ts'

type ToIndex = {
  readonly document: ChatDocument
  readonly passages: Passages
  readonly found?: { readonly isLost?: boolean } | undefined
}

/** The chunks of a document are made searchable once, in whatever process, and again where they are lost. */
export async function indexOnce(
  { configuration, configurations }: Pick<Context, 'configuration' | 'configurations'>,
  tenant: Tenant,
  { calls, ...wanted }: ToIndex & { readonly calls: CallContext },
): Promise<void> {
  let isHere = false
  const index = () => {
    isHere = true
    return indexAnew(tenant, calls, wanted)
  }
  // What is forgotten meanwhile is lost to the search, which then says so.
  if (!configuration || wanted.found?.isLost) await index()
  else {
    const name = `indexed/${wanted.passages.collection}`
    await configurations.get(configuration, name, index).catch((error: unknown) => {
      // Another question has begun it, and may have been stopped.
      if (isHere) throw error
      return index()
    })
  }
}

async function indexAnew(
  tenant: Tenant,
  { claims }: CallContext,
  { document, passages, found = {} }: ToIndex,
): Promise<void> {
  const { collection, vectorDbId } = passages
  if (!found.isLost && (await isIndexed(tenant, collection))) return
  await claims.inTurn(`app-index/${tenant.organizationId}/${collection}`, async () => {
    if (!found.isLost && (await isIndexed(tenant, collection))) return
    // Known first: what a process that dies leaves behind is removed with the document.
    await keepIndexed(tenant, { collection, documentId: document.id, vectorDbId, isWhole: false })
    await passages.index()
    await keepIndexed(tenant, { collection, documentId: document.id, vectorDbId, isWhole: true })
  })
}
