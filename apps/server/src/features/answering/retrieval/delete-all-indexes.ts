import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { describeFailure } from '../../../platform/describe-failure.ts'
import type { AnsweringDependencies } from '../answer-settings.ts'
import { type CollectionRef, deleteDocumentIndex } from './open-document-index.ts'

/** Returns a portion of the collections that a module has stored, in the order of their names. */
type ListCollections = (
  tenant: Tenant,
  afterCollection: string,
) => Promise<readonly CollectionRef[]>

/** Number of failures after which a vector database counts as unavailable. */
const maxFailures = 3

/**
 * Deletes all collections of an organization that is being deleted. What a vector database refuses stays
 * in it: an organization must stay deletable while a service is down.
 */
export async function deleteAllIndexes(
  ctx: AnsweringDependencies & Pick<Context, 'log'>,
  tenant: Tenant,
  listCollections: ListCollections,
): Promise<void> {
  const failures = new Map<string, number>()
  const tryToDelete = async (ref: CollectionRef) => {
    const { vectorDbId } = ref
    const failureCount = failures.get(vectorDbId) ?? 0
    if (failureCount >= maxFailures) return
    await deleteDocumentIndex(ctx, tenant, ref).catch((error: unknown) => {
      failures.set(vectorDbId, failureCount + 1)
      const { organizationId } = tenant
      const reason = describeFailure(error)
      ctx.log.warn({ organizationId, vectorDbId, reason }, 'vectors of a deleted organization stay')
    })
  }
  let refs = await listCollections(tenant, '')
  while (refs.length > 0) {
    for (const ref of refs) await tryToDelete(ref)
    refs = await listCollections(tenant, refs.at(-1)?.collection ?? '')
  }
}
