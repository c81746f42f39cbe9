import { badRequest } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { BillingProvider } from './billing-provider.ts'
import { openStripe } from './open-stripe.ts'

/** Opens the payment provider. Throws where nothing is sold. */
export async function openProvider({
  config,
  fetch,
}: Pick<Context, 'config' | 'fetch'>): Promise<BillingProvider> {
  assertSells(config)
  return openStripe(config.billing, fetch)
}

type OpenProviderOptions = { readonly billing: NonNullable<Context['config']['billing']> }

export function assertSells(
  config: Context['config'],
): asserts config is Context['config'] & OpenProviderOptions {
  if (!config.billing) throw badRequest('This installation does not sell subscriptions.')
}
