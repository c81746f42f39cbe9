import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import type { GroupedTexts } from '../text/compile-layout-groups.ts'
import { listExamples } from './layouts.store.ts'

/**
 * Maximum number of documents that are compared with each other: the newest of a project.
 */
const maxGrouped = 300

export type DocumentGroups = {
  /** Hashes of documents of one layout. */
  readonly layouts: readonly (readonly string[])[]
  /** Hashes of documents of one layout that say nearly the same. */
  readonly copies: readonly (readonly string[])[]
  /** Hashes of documents that could not be compared with the others. */
  readonly notCompared: readonly string[]
}

/** Groups documents with approved values by layout, in another process. One whose text is not stored, or that is too old, is not compared. */
export async function groupDocumentsByLayout(
  { compute }: Pick<Context, 'compute'>,
  tenant: Tenant,
  { projectId, hashes }: { readonly projectId: string; readonly hashes: readonly string[] },
): Promise<DocumentGroups> {
  const wantedHashes = new Set(hashes)
  const examples = (await listExamples(tenant, projectId, maxGrouped)).filter((example) =>
    wantedHashes.has(example.document_hash),
  )
  const newest = examples.at(-1)
  if (!newest) return { layouts: [], copies: [], notCompared: hashes }
  const result = await compute.run({
    key: `${tenant.organizationId}/${projectId}/layouts/${newest.document_hash}`,
    load: async () => new TextEncoder().encode(newest.text),
    operation: 'groupLayouts',
    input: { texts: examples.map(({ text }) => text) },
    name: 'layouts',
  })
  // The operation `groupLayouts` returns this type.
  const { layouts, copies } = result as GroupedTexts
  const toHashes = (group: readonly number[]) =>
    group.flatMap((index) => examples[index]?.document_hash ?? [])
  const comparedHashes = new Set(examples.map(({ document_hash }) => document_hash))
  return {
    layouts: layouts.map(toHashes),
    copies: copies.map(toHashes),
    notCompared: hashes.filter((hash) => !comparedHashes.has(hash)),
  }
}
