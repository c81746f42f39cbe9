import { endpoint } from '@recto/contract/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { lineOf } from './line-of.ts'

const asked = { method: 'GET', reply: z.undefined() } as const

test('a route without a line does not start', () => {
  const forgotten = endpoint({ ...asked, path: '/forgotten/', who: 'member' })

  expect(() => lineOf(forgotten)).toThrow('GET /forgotten/ has no line in the policy.')
})

test('a route that the contract opens to others than the policy does not start', () => {
  const loosened = endpoint({ ...asked, path: '/workflow/', who: 'anyone' })

  expect(() => lineOf(loosened)).toThrow('“anyone” in the contract and for “member” in the policy')
})

test('a route with its line is for the roles that stand there', () => {
  const line = lineOf(endpoint({ ...asked, path: '/workflow/', who: 'member' }))

  expect(line).toMatchObject({ who: 'member', roles: ['admin', 'user'] })
})
