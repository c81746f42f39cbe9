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
  readonly product: Product
  /** Where a browser goes when it is paid, and when it is not. */
  readonly successUrl: string
  readonly cancelUrl: string
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
  /** `undefined` when somebody else has sent it. */
  readEvent(body: string, signature: string): Promise<ProvidedEvent | undefined>
}
