import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { LayoutsToCompile, MadeLayout } from '../text/compile-layouts.ts'
import { type CompiledLayoutRow, listLayoutRows, replaceLayouts } from './layouts.store.ts'

type Remaking = {
  readonly projectId: string
  readonly input: LayoutsToCompile
  /** Whether nothing was approved since the input was read. Until the transaction ends no review corrects anything. */
  readonly isCurrent: (tenant: Tenant) => Promise<boolean>
}

/**
 * Compiles the layouts of a project in a process of their own, with its limits of time and memory, and puts them in the place of
 * those it had. A layout that shares most documents with an earlier one keeps its id, and so what it has answered.
 */
export async function remakeLayouts(
  { compute }: Pick<Context, 'compute'>,
  tenant: Tenant,
  { projectId, input, isCurrent }: Remaking,
): Promise<void> {
  const newest = input.examples.at(-1)
  const made =
    newest && input.examples.length >= input.least
      ? await compute.run({
          key: `${tenant.organizationId}/${projectId}/layouts/${newest.hash}`,
          load: async () => new TextEncoder().encode(newest.text),
          operation: 'compileLayouts',
          input,
          name: 'layouts',
        })
      : []
  // The process runs the operation of that name.
  const layouts = made as readonly MadeLayout[]
  await inTransaction(tenant, async (within) => {
    // Of two that compile at a time, the one that has seen less must not have the last word.
    if (await isCurrent(within)) await replace(within, projectId, layouts)
  })
}

async function replace(
  tenant: Tenant,
  projectId: string,
  layouts: readonly MadeLayout[],
): Promise<void> {
  const known = [...(await listLayoutRows(tenant, projectId))]
  await replaceLayouts(
    tenant,
    projectId,
    layouts.map(({ hashes, layout }) => ({
      id: takeId(known, hashes),
      documentHashes: hashes,
      layout,
    })),
  )
}

/** Takes it from the rows, so that no two layouts have one id. */
function takeId(known: CompiledLayoutRow[], hashes: readonly string[]): string | undefined {
  const shared = ({ document_hashes }: CompiledLayoutRow) =>
    document_hashes.filter((hash) => hashes.includes(hash)).length
  const [best] = known.toSorted((a, b) => shared(b) - shared(a))
  if (!best || shared(best) * 2 <= Math.min(hashes.length, best.document_hashes.length))
    return undefined
  known.splice(known.indexOf(best), 1)
  return best.id
}
