import { AppError } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { listVisibleAdapters } from '../rows/adapters.store.ts'
import { type AdapterOpeningDependencies, openLlm } from './open-adapter.ts'

type CompletingLlm = { readonly id: string; readonly name: string }

/**
 * Returns the language models that the actor may use and that can answer a prompt, ordered by name.
 * Makes no network call.
 */
export async function completingLlms(
  ctx: AdapterOpeningDependencies & { readonly db: Db },
  actor: Actor,
): Promise<readonly CompletingLlm[]> {
  const tenant = tenantOf(ctx, actor)
  const completingLlmRows: CompletingLlm[] = []
  for (const { id } of await listVisibleAdapters(tenant, actor, 'llm')) {
    const openedLlm = await openLlm(ctx, tenant, id).catch((error: unknown) => {
      // An adapter that cannot be opened is not offered.
      if (error instanceof AppError) return undefined
      throw error
    })
    if (openedLlm?.llm.complete) completingLlmRows.push({ id, name: openedLlm.name })
  }
  return completingLlmRows.toSorted((a, b) => a.name.localeCompare(b.name))
}
