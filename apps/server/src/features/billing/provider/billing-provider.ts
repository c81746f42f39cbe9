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
  /** Time from which it bills the usage of its customer; undefined if it does not. */
  readonly meteredSince: Date | undefined
  readonly periodBeganAt: Date
  readonly periodEndsAt: Date
  /** Time of the purchase. */
  readonly startedAt: Date
  /** Start of its plan, as far as the provider tells. */
  readonly planBeganAt: Date
  /** It ended then, whatever is left of its period. */
  readonly endedAt?: Date | undefined
  /** Whether the provider ended it because it was not paid. */
  readonly endedUnpaid: boolean
}

type EventSubject = {
  readonly subscriptionId: string
  readonly customerId: string
  /** Plan that was sold by an installation of this product, if the event tells, and whether it is still paid. */
  readonly planId?: string | undefined
  readonly isLive: boolean
}

/** Event of the provider with a verified signature. */
export type ProvidedEvent = {
  readonly id: string
  readonly type: string
  /** Absent when the event concerns nothing that is stored here. */
  readonly about: EventSubject | undefined
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

type CheckoutEnd =
  | { readonly outcome: 'expired' }
  /** Somebody has paid it. */
  | { readonly outcome: 'paid'; readonly subscriptionId: string }

type PlanChange = Pick<Checkout, 'planId' | 'prices'> & { readonly subscriptionId: string }

type PlanChangeOutcome =
  | { readonly outcome: 'changed'; readonly subscription: ProvidedSubscription }
  /** The payment was declined, and nothing has changed. */
  | { readonly outcome: 'declined' }
  | { readonly outcome: 'no-price' }

/** Price as the provider has it. */
export type ProvidedPrice = {
  readonly key: string
  readonly cents: number
  readonly currency: string
  readonly interval: string
  /** Event name of its meter. */
  readonly meter: string | undefined
}

type UsageSpan = {
  readonly customerId: string
  readonly meter: string
  /** Whole minutes. */
  readonly from: Date
  readonly until: Date
}

/** Payment provider. Each call throws `AppError` when the provider cannot be reached. */
export type BillingProvider = {
  /** Creates a customer; the same reference always gives the same customer. */
  makeCustomer(customer: NewCustomer): Promise<string>
  /** Returns `undefined` when the provider sells no such plan. */
  openCheckout(checkout: Checkout): Promise<OpenCheckout | undefined>
  expireCheckout(id: string): Promise<CheckoutEnd>
  /** Opens the page where a customer changes cards, reads invoices and pays them; returns its URL. */
  openPortal(portal: { readonly customerId: string; readonly returnUrl: string }): Promise<string>
  findSubscription(id: string): Promise<ProvidedSubscription>
  /** Returns all subscriptions of a customer, those that have ended too. */
  listSubscriptions(customerId: string): Promise<ProvidedSubscription[]>
  cancelAtPeriodEnd(id: string): Promise<ProvidedSubscription>
  /** Takes a cancellation back. */
  resume(id: string): Promise<ProvidedSubscription>
  /**
   * Bills the usage that was reported so far, and none from now on, because another subscription does. One that is paid
   * only by the page ends.
   */
  stopMetering(id: string): Promise<void>
  /** Bills usage as of now, if it does not yet. */
  startMetering(id: string, prices: Checkout['prices']): Promise<void>
  /** Prorates what has been paid, and charges the difference now. */
  changePlan(change: PlanChange): Promise<PlanChangeOutcome>
  /** Ends a subscription at once. Usage so far is billed; see `refundRest` for the rest of the period. */
  endNow(id: string): Promise<ProvidedSubscription>
  /** Refunds what was paid for the time after the end of a subscription; returns the cents. Safe to repeat. */
  refundRest(id: string): Promise<number>
  /**
   * Returns whether the pages were counted by this or an earlier attempt, or why the provider
   * refused them. Throws when the outcome is unknown; the same report may then be sent again within
   * a day.
   */
  reportUsage(
    report: UsageReport,
  ): Promise<'counted' | 'counted-before' | { readonly refused: string }>
  /** Sums the usage of a customer as the provider has counted it; `undefined` if it has no such meter. */
  sumUsage(span: UsageSpan): Promise<number | undefined>
  listPrices(keys: readonly string[]): Promise<ProvidedPrice[]>
  /** Returns `undefined` when the signature is not valid. */
  readEvent(body: string, signature: string): Promise<ProvidedEvent | undefined>
}
