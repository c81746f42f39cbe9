import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { sayProof } from '../testing/say-proof.ts'
import { microsoftMailbox } from './microsoft-mailbox.ts'

sayProof(microsoftMailbox, 'untested')

test('a mailbox of Microsoft 365 is opened encrypted at its server, and a sign-in that has expired says what to do', async () => {
  const addresses: string[] = []
  const network = connectorOutside({
    accessToken: async () => 'token-1',
    connect: ({ host, port }) => {
      addresses.push(`${host}:${port}`)
      return Promise.reject(Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' }))
    },
  })
  const settings = { user: 'ada@example.com' }
  await expect(microsoftMailbox.open(settings, network).check()).rejects.toMatchObject({
    code: 'unreachable',
  })
  expect(addresses).toEqual(['outlook.office365.com:993'])
  expect(microsoftMailbox.signIn).toBe('azuread-mail-oauth2')
  expect(microsoftMailbox.schema).toMatchObject({ required: ['connectorName', 'user'] })
})
