import { endpoint } from '@recto/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { routePolicyOf } from './route-policy-of.ts'

const baseEndpoint = { method: 'GET', reply: z.undefined() } as const

test('rejects a route without a policy', () => {
  const unlistedEndpoint = endpoint({ ...baseEndpoint, path: '/forgotten/', who: 'member' })

  expect(() => routePolicyOf(unlistedEndpoint)).toThrow(
    'GET /forgotten/ has no line in the policy.',
  )
})

test('rejects a route whose contract contradicts its policy', () => {
  const contradictingEndpoint = endpoint({ ...baseEndpoint, path: '/workflow/', who: 'anyone' })

  expect(() => routePolicyOf(contradictingEndpoint)).toThrow(
    '“anyone” in the contract and for “member” in the policy',
  )
})

test('returns the roles of the route’s policy', () => {
  const policy = routePolicyOf(endpoint({ ...baseEndpoint, path: '/workflow/', who: 'member' }))

  expect(policy).toMatchObject({ who: 'member', roles: ['admin', 'user'] })
})
