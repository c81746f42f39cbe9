import type { Product } from '../catalogue.ts'

/** Subscription as stored at the provider. */
export type ProvidedSubscription = {
  readonly id: string
  readonly customerId: string
  readonly product: Product
  readonly planId: string
  /** Status in the provider's terms, such as `active`, `past_due` or `canceled`. */
  readonly status: string
  readonly endsWithPeriod: boolean
  readonly periodBeganAt: Date
  readonly periodEndsAt: Date
  /** It ended then, whatever is left of its period. */
  readonly endedAt?: Date | undefined
}

/** Event of the provider with a verified signature. */
export type ProvidedEvent = {
  readonly id: string
  readonly type: string
  /** Absent when the event concerns nothing that is stored here. */
  readonly about: { readonly subscriptionId: string; readonly customerId: string } | undefined
}

type NewCustomer = { readonly reference: string; readonly name: string; readonly email: string }
type Checkout = {
  readonly customerId: string
  readonly planId: string
  /** Lookup keys of the prices: the price of a period, unless it is zero, and those by the page. */
  readonly prices: { readonly ofPeriod: string | undefined; readonly metered: readonly string[] }
  readonly product: Product
  /** URLs to which the browser goes after payment, and after cancelling it. */
  readonly successUrl: string
  readonly cancelUrl: string
}

/** Report of used pages that are billed by the page. */
type UsageReport = {
  /** Id of the report, the same on every attempt. */
  readonly id: string
  readonly customerId: string
  readonly meter: string
  readonly pages: number
  /** Time that determines the billing period. */
  readonly at: Date
}

/** Checkout page of the provider. */
export type OpenCheckout = { readonly id: string; readonly url: string }

/** Payment provider. Each call throws `AppError` when the provider cannot be reached. */
export type BillingProvider = {
  /** Creates a customer; the same reference always gives the same customer. */
  makeCustomer(customer: NewCustomer): Promise<string>
  /** Returns `undefined` when the provider sells no such plan. */
  openCheckout(checkout: Checkout): Promise<OpenCheckout | undefined>
  findSubscription(id: string): Promise<ProvidedSubscription>
  cancelAtPeriodEnd(id: string): Promise<ProvidedSubscription>
  /**
   * Returns `counted` if the pages were counted by this or an earlier attempt, or why the provider
   * refused them. Throws when the outcome is unknown; the same report may then be sent again within
   * a day.
   */
  reportUsage(report: UsageReport): Promise<'counted' | { readonly refused: string }>
  /** Returns `undefined` when the signature is not valid. */
  readEvent(body: string, signature: string): Promise<ProvidedEvent | undefined>
}
