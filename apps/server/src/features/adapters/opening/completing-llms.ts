import { AppError } from '../../../platform/app-error.ts'
import { type Actor, tenantOf } from '../../../platform/context.ts'
import type { Db, Tenant } from '../../../platform/db/database.ts'
import { type AdapterRow, listVisibleAdapters } from '../rows/adapters.store.ts'
import {
  type AdapterOpeningDependencies,
  type OpenedLlm,
  openLlm,
  type Sight,
} from './open-adapter.ts'

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
    // An adapter that cannot be opened is not offered.
    const openedLlm = await openIfPossible(ctx, tenant, id)
    if (openedLlm?.connection.complete) completingLlmRows.push({ id, name: openedLlm.name })
  }
  return completingLlmRows.toSorted((a, b) => a.name.localeCompare(b.name))
}

/**
 * Whether an adapter finds values on the page and writes no text, as the built-in extractor does. Makes no network
 * call. One that cannot be opened now may write text later.
 */
export async function findsValuesOnly(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  id: string,
): Promise<boolean> {
  const openedLlm = await openIfPossible(ctx, tenant, id)
  return openedLlm !== undefined && openedLlm.connection.complete === undefined
}

/** Returns how a language model accepts images; `undefined` if it does not, or cannot be opened. Makes no network call. */
export async function findSight(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  { id, kind }: Pick<AdapterRow, 'id' | 'kind'>,
): Promise<Sight | undefined> {
  return kind === 'llm' ? (await openIfPossible(ctx, tenant, id))?.sight : undefined
}

async function openIfPossible(
  ctx: AdapterOpeningDependencies,
  tenant: Tenant,
  id: string,
): Promise<OpenedLlm | undefined> {
  return openLlm(ctx, tenant, id).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
}
