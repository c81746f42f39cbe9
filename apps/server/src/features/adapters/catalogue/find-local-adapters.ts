import type { AnyProvider, LocalProposal } from '@recto/provider-spec/provider'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { outsideOf, type Reach } from '../opening/open-adapter.ts'

type Needs = Pick<Context, 'db' | 'providers'> & Reach

type Input = {
  readonly actor: Actor
  readonly kind: AdapterKind
  /** Whether a person has asked to look, and not only opened a page. */
  readonly isAsked: boolean
}

type Found = { readonly provider: AnyProvider; readonly proposal: LocalProposal }

/** What answers on this machine and could become an adapter. Stores nothing. */
export async function findLocalAdapters(
  ctx: Needs,
  { actor, kind, isAsked }: Input,
): Promise<readonly Found[]> {
  const outside = outsideOf(ctx, tenantOf(ctx, actor))
  const asked = ctx.providers.all
    .filter((provider) => provider.kind === kind && provider.findLocal)
    .map(async (provider): Promise<readonly Found[]> => {
      const proposals = (await provider.findLocal?.(outside, { isAsked })) ?? []
      return proposals.map((proposal) => ({ provider, proposal }))
    })
  return (await Promise.all(asked)).flat()
}
