/** The part of the policy that is about what an organization pays for. */
export const billingPolicies = <Line>({
  admins,
  everyMember,
  publicRoute,
}: Readonly<Record<'admins' | 'everyMember' | 'publicRoute', Line>>): Readonly<
  Record<string, Line>
> => ({
  'GET /subscription/details': everyMember,
  'GET /subscription/usage/': everyMember,
  'GET /subscription/usage/daily/': everyMember,
  'GET /{product}-llmw-adapter-url/': everyMember,
  'GET /subscription/allowance/': everyMember,
  'GET /subscription/ledger/': admins,
  'GET /subscription/ledger/export/': admins,
  'GET /pricing/': admins,
  'GET /subscription/env/': admins,
  'POST /create-checkout-session/': admins,
  'POST /subscription/cancel/': admins,
  'POST /subscription/resume/': admins,
  'POST /subscription/change/': admins,
  'POST /subscription/end/': admins,
  'POST /subscription/portal/': admins,
  // Pages that are shown when nobody is signed in.
  'GET /api/v1/billing/links/': publicRoute,
  // Stripe, who proves itself by a signature.
  'POST /api/v1/billing/stripe/': publicRoute,
})
