import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { listExamples } from './layouts.store.ts'

/**
 * Maximum number of documents that are compared with each other; older ones are groups of their own.
 */
const maxGrouped = 300

/**
 * Groups the hashes of documents with approved values by layout, in another process. A document whose text is not stored is a group of its own.
 */
export async function groupDocumentsByLayout(
  { compute }: Pick<Context, 'compute'>,
  tenant: Tenant,
  { projectId, hashes }: { readonly projectId: string; readonly hashes: readonly string[] },
): Promise<readonly (readonly string[])[]> {
  const wantedHashes = new Set(hashes)
  const examples = (await listExamples(tenant, projectId, maxGrouped)).filter((example) =>
    wantedHashes.has(example.document_hash),
  )
  const newest = examples.at(-1)
  const groups = newest
    ? await compute.run({
        key: `${tenant.organizationId}/${projectId}/layouts/${newest.document_hash}`,
        load: async () => new TextEncoder().encode(newest.text),
        operation: 'groupLayouts',
        input: { texts: examples.map(({ text }) => text) },
        name: 'layouts',
      })
    : []
  // The operation `groupLayouts` returns this type.
  const groupedHashes = (groups as readonly (readonly number[])[]).map((group) =>
    group.flatMap((index) => examples[index]?.document_hash ?? []),
  )
  const hashesInGroups = new Set(groupedHashes.flat())
  return [
    ...groupedHashes,
    ...hashes.filter((hash) => !hashesInGroups.has(hash)).map((hash) => [hash]),
  ]
}
