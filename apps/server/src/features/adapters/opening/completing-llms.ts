import { AppError } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/database.ts'
import { listVisibleAdapters } from '../rows/adapters.store.ts'
import { type OpeningNeeds, openLlm } from './open-adapter.ts'

type CompletingLlmsOptions = { readonly id: string; readonly name: string }

/**
 * Returns the language models that the actor may use and that can answer a prompt, ordered by name.
 * Makes no network call.
 */
export async function completingLlms(
  ctx: OpeningNeeds & { readonly db: Db },
  actor: Actor,
): Promise<readonly CompletingLlmsOptions[]> {
  const tenant = tenantOf(ctx, actor)
  const completing: CompletingLlmsOptions[] = []
  for (const { id } of await listVisibleAdapters(tenant, actor, 'llm')) {
    const opened = await openLlm(ctx, tenant, id).catch((error: unknown) => {
      // An adapter that cannot be opened is not offered.
      if (error instanceof AppError) return undefined
      throw error
    })
    if (opened?.llm.complete) completing.push({ id, name: opened.name })
  }
  return completing.toSorted((a, b) => a.name.localeCompare(b.name))
}
