import { graphProtocol } from '@recto/testkit/canned-files/graph'
import { startCannedService } from '@recto/testkit/canned-service'
import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { secretKey } from '../testing/failures.ts'
import { allOf, testFileConnector } from '../testing/file-connector-suite.ts'
import { testFileFailures } from '../testing/file-failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { sharepoint } from './sharepoint.ts'

const by = 'recorded answers'
const client = { id: 'recto', secret: 'a-client-secret', token: 'a-token-of-the-client' }
const byClient = {
  auth_type: 'client_credentials',
  client_id: client.id,
  tenant_id: 'acme-tenant',
  client_secret: client.secret,
}
const signedIn = (url: string, ...tokens: readonly string[]) => {
  let at = 0
  return connectorOutside({
    fetch: outsideOn(url).fetch,
    accessToken: async (options) => {
      if (options?.refused === tokens[at]) at = Math.min(at + 1, tokens.length - 1)
      return tokens[at] as string
    },
  })
}
const inParts = 11 * 1024 * 1024

testFileConnector({
  isAskedByHttp: true,
  provider: sharepoint,
  by,
  secret: 'a-wrong-secret',
  largeBytes: inParts,
  // The service takes neither of these signs, nor a blank at the beginning.
  refusedNames: /[<>?]|^ /,
  async start() {
    const canned = await startCannedService(
      graphProtocol({ tokens: new Set([client.token]), client }),
    )
    return {
      settings: { ...byClient, site_url: 'https://acme.sharepoint.com/sites/finance' },
      outside: connectorOutside({ fetch: outsideOn(canned.url).fetch }),
      folder: '',
      stop: canned.close,
    }
  },
  wrong: (settings) => ({ ...settings, client_secret: 'a-wrong-secret' }),
})

testFileFailures({
  provider: sharepoint,
  by,
  settings: { drive_id: 'drive-1' },
  outside: (url) => signedIn(url, secretKey),
  refusal: (status, message) => ({ error: { code: String(status), message } }),
})

test('whoever signs in has their own files, also when the token ends in the middle of a listing', async () => {
  const tokens = new Set(['first', 'second'])
  const canned = await startCannedService(graphProtocol({ tokens }))
  const files = sharepoint.open({}, signedIn(canned.url, 'first', 'second'))
  for (let n = 0; n < 7; n++) {
    await files.write(
      `${n}.pdf`,
      (async function* () {
        yield Buffer.from('a')
      })(),
    )
  }
  const paths: string[] = []
  for await (const page of files.list('')) {
    paths.push(...page.map(({ path }) => path))
    tokens.delete('first')
  }
  tokens.clear()
  const ended = await files.check().catch((error) => error)
  await canned.close()

  expect(paths).toEqual(Array.from({ length: 7 }, (_, n) => `${n}.pdf`))
  expect(ended).toMatchObject({
    code: 'unauthorised',
    message: expect.stringMatching(/token is expired\. Sign in again/),
  })
})

test('an application is told the drive by its site, its id or a person, and asks for one token', async () => {
  const canned = await startCannedService(
    graphProtocol({ tokens: new Set([client.token]), client }),
  )
  const outside = connectorOutside({ fetch: outsideOn(canned.url).fetch })
  const listed = (place: object) =>
    allOf(sharepoint.open({ ...byClient, ...place }, outside).list('')).catch((error) => error)
  const good = [{ drive_id: 'drive-1' }, { user_email: 'ada@acme.test' }]
  const answers = await Promise.all(good.map(listed))
  const nowhere = await listed({ site_url: 'https://acme.sharepoint.com/sites/nothing' })
  const asked = canned.requests.filter(({ path }) => path.endsWith('/token'))
  await canned.close()

  expect(answers).toEqual([[], []])
  expect(asked).toHaveLength(3)
  expect(nowhere).toMatchObject({ code: 'not-found' })
  expect(() => sharepoint.open(byClient, outside)).toThrow(/Enter “Site URL”, “Drive ID” or “User/)
})

test.each([
  [{ auth_type: 'client_credentials', client_id: 'recto', tenant_id: 'acme' }, 'Client Secret'],
  [{ auth_type: 'kerberos' }, 'Authentication Type'],
  [{ site_url: 'the finance site' }, 'Site URL'],
])('settings %j are refused by the title of their field', (settings, title) => {
  expect(() => sharepoint.open(settings, connectorOutside())).toThrow(title)
})

test('no token goes to another address, which a listing may name', async () => {
  const asked: string[] = []
  const elsewhere = { value: [], '@odata.nextLink': 'https://elsewhere.test/v1.0/next' }
  const fetch = async (input: unknown) => {
    asked.push(String(input))
    return Response.json(elsewhere)
  }
  const outside = connectorOutside({ fetch, accessToken: async () => secretKey })
  const listing = allOf(sharepoint.open({ drive_id: 'drive-1' }, outside).list(''))

  await expect(listing).rejects.toThrow(/next page of the list is on a different server/)
  expect(asked).toHaveLength(1)
})
