import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { type BoxOptions, boxProtocol } from '@recto/testkit/canned-files/box'
import { startCannedService } from '@recto/testkit/canned-service'
import { expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { secretKey } from '../testing/failures.ts'
import { allOf, testFileConnector } from '../testing/file-connector-suite.ts'
import { testFileFailures } from '../testing/file-failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { box } from './box.ts'

const proofKind = 'recorded answers'
const passphrase: string = randomUUID()
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encryptedKey = privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase,
})
const client = { id: 'recto', secret: 'a-client-secret', publicKey }
const app = (secret = client.secret, words = passphrase) => ({
  box_app_settings: JSON.stringify({
    boxAppSettings: {
      clientID: client.id,
      clientSecret: secret,
      appAuth: { publicKeyID: 'k1', privateKey: encryptedKey, passphrase: words },
    },
    enterpriseID: '77',
  }),
})
const networkAt = (url: string) => connectorOutside({ fetch: outsideOn(url).fetch })

async function opened(options: Partial<BoxOptions> = {}) {
  const protocol = boxProtocol({ client, issued: ['first'], good: new Set(['first']), ...options })
  const cannedService = await startCannedService(protocol)
  return { canned: cannedService, files: box.open(app(), networkAt(cannedService.url)) }
}

async function* some(text: string) {
  yield Buffer.from(text)
}

testFileConnector({
  isAskedByHttp: true,
  provider: box,
  by: proofKind,
  secret: 'a-wrong-secret',
  // Beyond what goes at once.
  largeBytes: 21 * 1024 * 1024,
  // The service takes no blank at the beginning.
  refusedNames: /^ /,
  async start() {
    const { canned: cannedService } = await opened()
    return {
      settings: app(),
      outside: networkAt(cannedService.url),
      folder: '',
      stop: cannedService.close,
    }
  },
  wrong: () => app('a-wrong-secret'),
})

testFileFailures({
  provider: box,
  by: proofKind,
  settings: app(),
  // Only the requests after the sign-in fail.
  outside: (url) =>
    connectorOutside({
      fetch: async (input, init) =>
        String(input).endsWith('/oauth2/token')
          ? Response.json({ access_token: secretKey, expires_in: 3600 })
          : outsideOn(url).fetch(input, init),
    }),
  refusal: (status, message) => ({ type: 'error', status, code: 'told', message }),
})

test('a token that ends in the middle of a listing is replaced by the next', async () => {
  const good = new Set(['first', 'second'])
  const { canned: cannedService, files } = await opened({ issued: ['first', 'second'], good })
  for (let n = 0; n < 7; n++) await files.write(`${n}.pdf`, some('a'))
  const paths: string[] = []
  for await (const page of files.list('')) {
    paths.push(...page.map(({ path }) => path))
    good.delete('first')
  }
  await cannedService.close()

  expect(paths).toEqual(Array.from({ length: 7 }, (_, n) => `${n}.pdf`))
})

test('whoever may only read finds a file by its folder’s listing', async () => {
  const { canned: cannedService, files } = await opened({ isReader: true })
  const writer = boxProtocol({ client, issued: ['first'], good: new Set(['first']) })
  await cannedService.close()
  const bothService = await startCannedService({
    ...writer,
    answer: (exchange) =>
      exchange.method === 'OPTIONS' && exchange.headers['x-reader']
        ? { status: 403, body: { type: 'error', code: 'access_denied', message: 'No.' } }
        : writer.answer(exchange),
  })
  await box.open(app(), networkAt(bothService.url)).write('in/a.pdf', some('a'))
  const reading = connectorOutside({
    fetch: (input, init) => {
      const headers = { ...(init?.headers as object), 'x-reader': '1' }
      return outsideOn(bothService.url).fetch(input, { ...init, headers })
    },
  })
  const reader = box.open(app(), reading)
  const foundEntry = await reader.find('in/a.pdf')
  const emptyEntry = await reader.find('in/b.pdf')
  const failure = await files.check().catch((error) => error)
  await bothService.close()

  expect(foundEntry).toMatchObject({ path: 'in/a.pdf', size: 1 })
  expect(emptyEntry).toBeUndefined()
  expect(failure).toMatchObject({ code: 'unreachable' })
})

test('two who make a folder at once have one', async () => {
  const { canned: cannedService, files } = await opened()
  const otherConnector = box.open(app(), networkAt(cannedService.url))
  await Promise.all([
    files.write('new/a.pdf', some('a')),
    otherConnector.write('new/b.pdf', some('b')),
  ])
  const paths = (await allOf(files.list('new'))).map(({ path }) => path).toSorted()
  const roots = await allOf(files.list(''))
  await cannedService.close()

  expect(paths).toEqual(['new/a.pdf', 'new/b.pdf'])
  expect(roots).toHaveLength(1)
})

test.each([
  ['{"boxAppSettings":{}}', /does not contain a valid boxAppSettings\.clientID/],
  ['the settings', /must be the configuration JSON of a Box app/],
  [app(client.secret, 'wrong words').box_app_settings, /its passphrase is wrong/],
])('settings that are none are refused by their field: %#', (box_app_settings, message) => {
  expect(() => box.open({ box_app_settings }, connectorOutside())).toThrow(message)
})
