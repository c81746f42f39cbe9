import { startBucketServer } from '@recto/testkit/bucket-server'
import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { testFileConnector } from '../testing/file-connector-suite.ts'
import { s3 } from './s3.ts'

const secret = 'S3RVER'

const service = testFileConnector({
  isAskedByHttp: true,
  provider: s3,
  by: 'server of its protocol',
  // It escapes them twice.
  spoilsNames: true,
  wrong: (settings) => ({ ...settings, key: 'NOBODY', secret: 'wrong-secret-key-1' }),
  secret: 'wrong-secret-key-1',
  async start() {
    const server = await startBucketServer(['docs'])
    return {
      settings: settingsAt(server.url),
      outside: connectorOutside(),
      folder: 'docs',
      stop: server.stop,
    }
  },
})

const settingsAt = (endpoint_url: string) => ({
  key: 'S3RVER',
  secret,
  endpoint_url,
  region_name: 'us-east-1',
})

const connectorAnswering = (answer: (url: URL) => Response) =>
  s3.open(
    settingsAt('https://s3.amazonaws.com'),
    connectorOutside({ fetch: async (input) => answer(new URL(String(input))) }),
  )

const refusal = (status: number, code: string, message: string) =>
  new Response(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`, {
    status,
    headers: { 'content-type': 'application/xml' },
  })

test.each([
  [403, 'InvalidAccessKeyId', 'unauthorised', /“Key” and “Secret”/],
  [403, 'AccessDenied', 'unauthorised', /the permissions of the key/],
  [400, 'AuthorizationHeaderMalformed', 'refused', /“Region Name”/],
  [301, 'PermanentRedirect', 'refused', /“Region Name”/],
  [503, 'SlowDown', 'rate-limited', /SlowDown/],
  [500, 'InternalError', 'unavailable', /InternalError/],
])('%i %s is %s', async (status, code, expected, words) => {
  const error = await connectorAnswering(() => refusal(status, code, 'No.'))
    .check()
    .catch((error: unknown) => error)

  expect(error).toMatchObject({ code: expected, message: expect.stringMatching(words) })
})

test('the page of a proxy is no listing, and is not shown', async () => {
  const page = () =>
    new Response('<html>Sign in to the company</html>', {
      headers: { 'content-type': 'text/html' },
    })
  const error = await connectorAnswering(page)
    .check()
    .catch((thrownError: Error) => thrownError)

  expect(error).toMatchObject({ code: 'reply-unreadable' })
  expect((error as Error).message).not.toContain('Sign in to the company')
})

test('of a bucket with a million objects no more is asked for than is looked at', async () => {
  let requestCount = 0
  const page = () => {
    requestCount += 1
    const from = requestCount * 1000
    const rows = Array.from(
      { length: 1000 },
      (_, n) =>
        `<Contents><Key>a/${from + n}.pdf</Key><Size>9</Size><ETag>"1"</ETag><LastModified>2026-11-22T00:00:00.000Z</LastModified></Contents>`,
    )
    return new Response(
      `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t${requestCount}</NextContinuationToken>${rows.join('')}</ListBucketResult>`,
      { headers: { 'content-type': 'application/xml' } },
    )
  }
  let seenCount = 0
  for await (const entries of connectorAnswering(page).list('docs/a')) {
    seenCount += entries.length
    if (seenCount >= 3000) break
  }

  expect([seenCount, requestCount]).toEqual([3000, 3])
})

test('a server that stops in the middle of a file is not taken for its end', async () => {
  const half = () =>
    new Response('half of it', { headers: { 'content-length': '1000', etag: '"1"' } })
  const { bytes } = await connectorAnswering(half).open('docs/a.pdf')

  await expect(
    (async () => {
      for await (const chunk of bytes) expect(chunk.length).toBeGreaterThan(0)
    })(),
  ).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('incomplete') })
})

test('an empty key asks as nobody, and never with a key of the machine', async () => {
  const headers: string[] = []
  const files = s3.open(
    { ...service().settings, key: '', secret: '' },
    connectorOutside({
      fetch: async (_, init) => {
        headers.push(...Object.keys(init?.headers ?? {}))
        return refusal(403, 'AccessDenied', 'No.')
      },
    }),
  )
  await files.check().catch(() => undefined)

  expect(headers.length).toBeGreaterThan(0)
  expect(headers).not.toContain('authorization')
})
