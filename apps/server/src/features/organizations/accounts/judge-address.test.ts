import { expect, test } from 'vitest'
import { judgeAddress } from './judge-address.ts'

const rules = {
  allowedDomains: [],
  deniedDomains: [],
  allowsDisposable: false,
  isOneOrganizationPerDomain: false,
}
const codeOf = async (address: string, changes: Partial<typeof rules> = {}) =>
  (await judgeAddress(address, { ...rules, ...changes }))?.code

test('[AC-053] what is no address is refused as such', async () => {
  const wrong = [
    '',
    'ana',
    'ana@',
    '@example.org',
    'ana@localhost',
    'ana@@example.org',
    'ana b@example.org',
    'ana@example..org',
    'ana@-example.org',
    'ana@example.org\r\nbcc: all@example.org',
    '<ana@example.org>',
    'ana@exämple.org',
    `${'a'.repeat(65)}@example.org`,
  ]

  for (const address of wrong) expect([address, await codeOf(address)]).toEqual([address, 'INE002'])
})

test('[AC-053] a disposable address is refused, also below its domain, unless the installation takes them', async () => {
  expect(await codeOf('ana@mailinator.com')).toBe('INE001')
  expect(await codeOf('ana@sub.mailinator.com')).toBe('INE001')
  expect(await codeOf('ana@mailinator.com', { allowsDisposable: true } as never)).toBeUndefined()
  expect(await codeOf('ana@quite-another-mailinator.com')).toBeUndefined()
})

test('domains can be denied, or the only ones that are allowed', async () => {
  const allowList = { allowedDomains: ['acme.org'] as never[] }
  const denyList = { deniedDomains: ['acme.org'] as never[] }

  expect(await codeOf('ana@example.org', allowList)).toBe('INS')
  expect(await codeOf('ana@acme.org.example.org', allowList)).toBe('INS')
  expect(await codeOf('ana@post.acme.org', allowList)).toBeUndefined()
  expect(await codeOf('ana@post.acme.org', denyList)).toBe('INS')
  expect(await codeOf('ana@example.org', denyList)).toBeUndefined()
})

test('an address is fine as people write it', async () => {
  for (const address of [
    'ana@example.org',
    "o'neil+recto@mail.example.co.uk",
    'a_b.c@x1.example',
  ]) {
    expect([address, await codeOf(address)]).toEqual([address, undefined])
  }
})
