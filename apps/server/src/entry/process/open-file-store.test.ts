import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../platform/config/config.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { testFileStore } from '../../platform/files/testing/file-store-suite.ts'
import { presentError } from '../../platform/http/present-error.ts'
import { assertFileStoreAvailable, openFileStore } from './open-file-store.ts'

let server: BucketServer
let files: FileStore
const cleaning = new AsyncDisposableStack()

beforeAll(async () => {
  server = await startBucketServer(['recto'])
  cleaning.defer(() => server.stop())
  files = open('s3://recto/installation')
})
afterAll(() => cleaning.disposeAsync())

testFileStore('a bucket', () => files)

function open(url: string, endpoint = server.url): FileStore {
  const { key, secret } = server
  const settings = { FILE_STORE_ENDPOINT: endpoint, FILE_STORE_KEY: key, FILE_STORE_SECRET: secret }
  const config = parseConfig({ ...settings, FILE_STORE_URL: url }, '/tmp')
  const openedStore = openFileStore(config)
  cleaning.defer(openedStore.close)
  return openedStore.files
}

test('two installations in one bucket do not see each other’s files', async () => {
  const otherStore = open('s3://recto/other')
  const whole = open('s3://recto')
  await files.write('same/name', 'ours')
  await otherStore.write('same/name', 'theirs')

  expect(String(await files.readBytes('same/name'))).toBe('ours')
  expect((await otherStore.list('')).map(({ path }) => path)).toEqual(['same/name'])
  expect((await whole.list('other')).map(({ path }) => path)).toEqual(['other/same/name'])
})

test('reports a missing bucket or an unreachable server at startup, without the keys', async () => {
  const print = () => undefined
  const start = (fileStore: FileStore) =>
    assertFileStoreAvailable(fileStore, { seconds: 0.5, print })
  const missingBucketError = await start(open('s3://no-such-bucket')).catch((error) => error)
  const unreachableError = await start(open('s3://recto', 'http://127.0.0.1:10')).catch(
    (error) => error,
  )

  expect(missingBucketError).toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/NoSuchBucket.*Check FILE_STORE_URL/),
  })
  expect(unreachableError).toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/cannot be reached \(ECONNREFUSED\).*FILE_STORE_URL/),
  })
  expect(`${missingBucketError.stack}${unreachableError.stack}`).not.toContain(server.secret)
})

test('a process started before the bucket waits for it', async () => {
  const lines: string[] = []
  const failures = [1, 2]
  const late = {
    ...files,
    check: () =>
      failures.pop() ? open('s3://recto', 'http://127.0.0.1:10').check() : files.check(),
  }
  await assertFileStoreAvailable(late, { seconds: 20, print: (line) => lines.push(line) })

  expect(lines).toEqual(['Waiting for the file store at FILE_STORE_URL.'])
})

test('asks a client to retry if the bucket is unreachable', async () => {
  const unreachableStore = open('s3://recto', 'http://127.0.0.1:10')
  const attempts = [
    () => unreachableStore.write('a', 'x'),
    () => unreachableStore.readBytes('a'),
    () => unreachableStore.stat('a'),
    () => unreachableStore.list(''),
    () => unreachableStore.delete('a'),
  ]
  const errors = await Promise.all(
    attempts.map((attempt) =>
      attempt().then(
        () => undefined,
        (cause) => cause,
      ),
    ),
  )
  for (const error of errors) {
    expect(presentError(error)).toMatchObject({
      status: 503,
      retryAfterSeconds: expect.any(Number),
      body: { errors: [{ detail: 'The file store is not available. Try again in a moment.' }] },
    })
  }
})
