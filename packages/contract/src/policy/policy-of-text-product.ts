import { textBases } from '../wire/endpoint.ts'

/** The part of the policy that is about the pages of the text-extraction product. */
export const textProductPolicies = <Line>({
  admins,
  builders,
  everyMember,
}: Readonly<Record<'admins' | 'builders' | 'everyMember', Line>>): Readonly<
  Record<string, Line>
> => {
  const lines: Readonly<Record<string, Line>> = {
    'GET /subscription/onboarding-status/': everyMember,
    'POST /subscription/onboarding-status/': everyMember,
    'PUT /subscription/onboarding-status/': everyMember,
    'GET /api-gateway-url/': builders,
    'GET /keys/': builders,
    'POST /keys/': admins,
    'PUT /keys/': admins,
    'DELETE /keys/': admins,
    'GET /keys/postman_collection/:key/': builders,
    'GET /usage/subscription/': builders,
    'GET /usage/daily/': builders,
    'GET /usage/records/': builders,
    'GET /usage/records/export/': builders,
    'GET /pricing/': builders,
    'POST /create-checkout-session/': admins,
    'POST /subscription/cancel/': admins,
    'GET /subscription/env/': admins,
    'POST /extract-text/': builders,
  }
  return Object.fromEntries(
    textBases.flatMap((base) =>
      Object.entries(lines).map(([name, line]) => [name.replace(' ', ` ${base}:`), line]),
    ),
  )
}
