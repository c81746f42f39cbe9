import { graphProtocol } from '@recto/testkit/canned-files/graph'
import { startCannedService } from '@recto/testkit/canned-service'
import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { secretKey } from '../testing/failures.ts'
import { allOf, testFileConnector } from '../testing/file-connector-suite.ts'
import { testFileFailures } from '../testing/file-failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { sharepoint } from './sharepoint.ts'

const proofKind = 'recorded answers'
const client = { id: 'recto', secret: 'a-client-secret', token: 'a-token-of-the-client' }
const byClient = {
  auth_type: 'client_credentials',
  client_id: client.id,
  tenant_id: 'acme-tenant',
  client_secret: client.secret,
}
const signedIn = (url: string, ...tokens: readonly string[]) => {
  let index = 0
  return connectorOutside({
    fetch: outsideOn(url).fetch,
    accessToken: async (options) => {
      if (options?.refused === tokens[index]) index = Math.min(index + 1, tokens.length - 1)
      return tokens[index] as string
    },
  })
}
const inParts = 11 * 1024 * 1024

testFileConnector({
  isAskedByHttp: true,
  provider: sharepoint,
  by: proofKind,
  secret: 'a-wrong-secret',
  largeBytes: inParts,
  // The service takes neither of these signs, nor a blank at the beginning.
  refusedNames: /[<>?]|^ /,
  async start() {
    const cannedService = await startCannedService(
      graphProtocol({ tokens: new Set([client.token]), client }),
    )
    return {
      settings: { ...byClient, site_url: 'https://acme.sharepoint.com/sites/finance' },
      outside: connectorOutside({ fetch: outsideOn(cannedService.url).fetch }),
      folder: '',
      stop: cannedService.close,
    }
  },
  wrong: (settings) => ({ ...settings, client_secret: 'a-wrong-secret' }),
})

testFileFailures({
  provider: sharepoint,
  by: proofKind,
  settings: { drive_id: 'drive-1' },
  outside: (url) => signedIn(url, secretKey),
  refusal: (status, message) => ({ error: { code: String(status), message } }),
})

test('whoever signs in has their own files, also when the token ends in the middle of a listing', async () => {
  const tokens = new Set(['first', 'second'])
  const cannedService = await startCannedService(graphProtocol({ tokens }))
  const files = sharepoint.open({}, signedIn(cannedService.url, 'first', 'second'))
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
  const failure = await files.check().catch((error) => error)
  await cannedService.close()

  expect(paths).toEqual(Array.from({ length: 7 }, (_, n) => `${n}.pdf`))
  expect(failure).toMatchObject({
    code: 'unauthorised',
    message: expect.stringMatching(/token is expired\. Sign in again/),
  })
})

test('an application is told the drive by its site, its id or a person, and asks for one token', async () => {
  const cannedService = await startCannedService(
    graphProtocol({ tokens: new Set([client.token]), client }),
  )
  const externalNetwork = connectorOutside({ fetch: outsideOn(cannedService.url).fetch })
  const listPlace = (place: object) =>
    allOf(sharepoint.open({ ...byClient, ...place }, externalNetwork).list('')).catch(
      (error) => error,
    )
  const good = [{ drive_id: 'drive-1' }, { user_email: 'ada@acme.test' }]
  const answers = await Promise.all(good.map(listPlace))
  const missingSite = await listPlace({ site_url: 'https://acme.sharepoint.com/sites/nothing' })
  const tokenRequests = cannedService.requests.filter(({ path }) => path.endsWith('/token'))
  await cannedService.close()

  expect(answers).toEqual([[], []])
  expect(tokenRequests).toHaveLength(3)
  expect(missingSite).toMatchObject({ code: 'not-found' })
  expect(() => sharepoint.open(byClient, externalNetwork)).toThrow(
    /Enter “Site URL”, “Drive ID” or “User/,
  )
})

test.each([
  [{ auth_type: 'client_credentials', client_id: 'recto', tenant_id: 'acme' }, 'Client Secret'],
  [{ auth_type: 'kerberos' }, 'Authentication Type'],
  [{ site_url: 'the finance site' }, 'Site URL'],
])('settings %j are refused by the title of their field', (settings, title) => {
  expect(() => sharepoint.open(settings, connectorOutside())).toThrow(title)
})

test('no token goes to another address, which a listing may name', async () => {
  const requestedHosts: string[] = []
  const foreignPage = { value: [], '@odata.nextLink': 'https://elsewhere.test/v1.0/next' }
  const fetch = async (input: unknown) => {
    requestedHosts.push(String(input))
    return Response.json(foreignPage)
  }
  const externalNetwork = connectorOutside({ fetch, accessToken: async () => secretKey })
  const listing = allOf(sharepoint.open({ drive_id: 'drive-1' }, externalNetwork).list(''))

  await expect(listing).rejects.toThrow(/next page of the list is on a different server/)
  expect(requestedHosts).toHaveLength(1)
})
