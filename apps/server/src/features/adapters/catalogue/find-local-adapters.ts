import type { AnyProvider, LocalProposal } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { outsideOf, type Reach } from '../opening/open-adapter.ts'

type FindLocalAdaptersDependencies = Pick<Context, 'db' | 'providers'> & Reach

type FindLocalAdaptersRequest = {
  readonly actor: Actor
  readonly kind: AdapterKind
  /** Whether a person has started the search, rather than only opened a page. */
  readonly isAsked: boolean
}

type FindLocalAdaptersResult = { readonly provider: AnyProvider; readonly proposal: LocalProposal }

/** Finds services on this machine that could become adapters. Stores nothing. */
export async function findLocalAdapters(
  ctx: FindLocalAdaptersDependencies,
  { actor, kind, isAsked }: FindLocalAdaptersRequest,
): Promise<readonly FindLocalAdaptersResult[]> {
  const outside = outsideOf(ctx, tenantOf(ctx, actor))
  const asked = ctx.providers.all
    .filter((provider) => provider.kind === kind && provider.findLocal)
    .map(async (provider): Promise<readonly FindLocalAdaptersResult[]> => {
      const proposals = (await provider.findLocal?.(outside, { isAsked })) ?? []
      return proposals.map((proposal) => ({ provider, proposal }))
    })
  return (await Promise.all(asked)).flat()
}
