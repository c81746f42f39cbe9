import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import type { GroupLayout, LayoutsToCompile } from '../text/compile-layout-groups.ts'
import { deleteLayoutFailure, type LayoutFailure } from './layout-failures.store.ts'
import { type CompiledLayoutRow, listLayoutRows, replaceLayouts } from './layouts.store.ts'

type RecompileInput = {
  readonly projectId: string
  readonly input: LayoutsToCompile
  /** The failure that the project had before the input was read: success says nothing about later ones. */
  readonly earlierFailure: LayoutFailure | undefined
  /**
   * Whether nothing was approved since the input was read. It locks out reviews until the
   * transaction ends.
   */
  readonly isCurrent: (tenant: Tenant) => Promise<boolean>
}

/**
 * Compiles the layouts of a project in another process, with its time and memory limits, and
 * replaces the existing ones. A layout that shares most documents with an earlier one keeps its id
 * and with it its answers.
 */
export async function recompileLayouts(
  { compute }: Pick<Context, 'compute'>,
  tenant: Tenant,
  { projectId, input, earlierFailure, isCurrent }: RecompileInput,
): Promise<void> {
  const newestExample = input.examples.at(-1)
  const result =
    newestExample && input.examples.length >= input.minDocuments
      ? await compute.run({
          key: `${tenant.organizationId}/${projectId}/layouts/${newestExample.hash}`,
          load: async () => new TextEncoder().encode(newestExample.text),
          operation: 'compileLayouts',
          input,
          name: 'layouts',
        })
      : []
  // The operation `compileLayouts` returns this type.
  const layouts = result as readonly GroupLayout[]
  await inTransaction(tenant, async (transaction) => {
    // When two processes compile concurrently, the result from older input is discarded.
    if (!(await isCurrent(transaction))) return
    await replaceKeepingIds(transaction, projectId, layouts)
    if (earlierFailure) await deleteLayoutFailure(transaction, projectId, earlierFailure)
  })
}

async function replaceKeepingIds(
  tenant: Tenant,
  projectId: string,
  layouts: readonly GroupLayout[],
): Promise<void> {
  const unmatchedRows = [...(await listLayoutRows(tenant, projectId))]
  await replaceLayouts(
    tenant,
    projectId,
    layouts.map(({ hashes, layout }) => ({
      id: takeMatchingId(unmatchedRows, hashes),
      documentHashes: hashes,
      layout,
    })),
  )
}

/** Removes the matched row, so that no two layouts get the same id. */
function takeMatchingId(rows: CompiledLayoutRow[], hashes: readonly string[]): string | undefined {
  const countSharedDocuments = ({ document_hashes }: CompiledLayoutRow) =>
    document_hashes.filter((hash) => hashes.includes(hash)).length
  const [bestMatch] = rows.toSorted((a, b) => countSharedDocuments(b) - countSharedDocuments(a))
  if (
    !bestMatch ||
    countSharedDocuments(bestMatch) * 2 <= Math.min(hashes.length, bestMatch.document_hashes.length)
  )
    return undefined
  rows.splice(rows.indexOf(bestMatch), 1)
  return bestMatch.id
}
