import type { AnyProvider, LocalProposal } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { type NetworkDependencies, networkOf } from '../opening/open-adapter.ts'

type FindLocalAdaptersDependencies = Pick<Context, 'db' | 'providers'> & NetworkDependencies

type FindLocalAdaptersRequest = {
  readonly actor: Actor
  readonly kind: AdapterKind
  /** Whether a person has started the search, rather than only opened a page. */
  readonly isRequested: boolean
}

type LocalAdapter = { readonly provider: AnyProvider; readonly proposal: LocalProposal }

/** Finds services on this machine that could become adapters. Stores nothing. */
export async function findLocalAdapters(
  ctx: FindLocalAdaptersDependencies,
  { actor, kind, isRequested }: FindLocalAdaptersRequest,
): Promise<readonly LocalAdapter[]> {
  const network = networkOf(ctx, tenantOf(ctx, actor))
  const searches = ctx.providers.all
    .filter((provider) => provider.kind === kind && provider.findLocal)
    .map(async (provider): Promise<readonly LocalAdapter[]> => {
      const proposals = (await provider.findLocal?.(network, { isAsked: isRequested })) ?? []
      return proposals.map((proposal) => ({ provider, proposal }))
    })
  return (await Promise.all(searches)).flat()
}
