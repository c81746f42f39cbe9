import type { Product } from '../catalogue.ts'

/** A subscription as the provider has it. */
export type ProvidedSubscription = {
  readonly id: string
  readonly customerId: string
  readonly product: Product
  readonly planId: string
  /** In the provider's words, such as `active`, `past_due` or `canceled`. */
  readonly status: string
  readonly endsWithPeriod: boolean
  readonly periodBeganAt: Date
  readonly periodEndsAt: Date
}

/** Something that the provider tells, whose sender is proven. */
export type ProvidedEvent = {
  readonly id: string
  readonly type: string
  /** Absent: of nothing that is kept here. */
  readonly about: { readonly subscriptionId: string; readonly customerId: string } | undefined
}

type NewCustomer = { readonly reference: string; readonly name: string; readonly email: string }
type Checkout = {
  readonly customerId: string
  readonly planId: string
  /** By which its prices are found: what a period costs, unless that is nothing, and what is paid for by the page. */
  readonly prices: { readonly ofPeriod: string | undefined; readonly metered: readonly string[] }
  readonly product: Product
  /** Where a browser goes when it is paid, and when it is not. */
  readonly successUrl: string
  readonly cancelUrl: string
}

/** Pages that were used and are paid for one by one. */
type UsageReport = {
  /** The same for the same report, however often it is sent. */
  readonly id: string
  readonly customerId: string
  readonly meter: string
  readonly pages: number
  /** Says for which period they are. */
  readonly at: Date
}

/** A page of the provider's. */
export type OpenCheckout = { readonly id: string; readonly url: string }

/** Whoever takes the money. Each call throws `AppError` when it cannot be asked. */
export type BillingProvider = {
  /** The same customer for the same reference. */
  makeCustomer(customer: NewCustomer): Promise<string>
  /** `undefined` when it sells no such plan. */
  openCheckout(checkout: Checkout): Promise<OpenCheckout | undefined>
  findSubscription(id: string): Promise<ProvidedSubscription>
  cancelAtPeriodEnd(id: string): Promise<ProvidedSubscription>
  /**
   * Whether they are counted, now or by an earlier try, or why the provider did not take them. Throws when that is not known;
   * the same report may then be sent again within a day.
   */
  reportUsage(report: UsageReport): Promise<'counted' | { readonly refused: string }>
  /** `undefined` when somebody else has sent it. */
  readEvent(body: string, signature: string): Promise<ProvidedEvent | undefined>
}
