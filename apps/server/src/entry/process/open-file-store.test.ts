import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../platform/config/config.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { testFileStore } from '../../platform/files/testing/file-store-suite.ts'
import { presentError } from '../../platform/http/present-error.ts'
import { openFileStore, refuseLostFiles } from './open-file-store.ts'

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
  const given = { FILE_STORE_ENDPOINT: endpoint, FILE_STORE_KEY: key, FILE_STORE_SECRET: secret }
  const config = parseConfig({ ...given, FILE_STORE_URL: url }, '/tmp')
  const opened = openFileStore(config)
  cleaning.defer(opened.close)
  return opened.files
}

test('two installations share a bucket, and neither sees the other', async () => {
  const other = open('s3://recto/other')
  const whole = open('s3://recto')
  await files.write('same/name', 'ours')
  await other.write('same/name', 'theirs')

  expect(String(await files.readBytes('same/name'))).toBe('ours')
  expect((await other.list('')).map(({ path }) => path)).toEqual(['same/name'])
  expect((await whole.list('other')).map(({ path }) => path)).toEqual(['other/same/name'])
})

test('a bucket that is not there, or a server that is away, is said at the start, without the keys', async () => {
  const print = () => undefined
  const start = (lost: FileStore) => refuseLostFiles(lost, { seconds: 0.5, print })
  const missing = await start(open('s3://no-such-bucket')).catch((error) => error)
  const away = await start(open('s3://recto', 'http://127.0.0.1:10')).catch((error) => error)

  expect(missing).toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/NoSuchBucket.*Look at FILE_STORE_URL/),
  })
  expect(away).toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/cannot be reached \(ECONNREFUSED\).*FILE_STORE_URL/),
  })
  expect(`${missing.stack}${away.stack}`).not.toContain(server.secret)
})

test('whoever is started before the bucket waits for it', async () => {
  const said: string[] = []
  const failures = [1, 2]
  const late = {
    ...files,
    check: () =>
      failures.pop() ? open('s3://recto', 'http://127.0.0.1:10').check() : files.check(),
  }
  await refuseLostFiles(late, { seconds: 20, print: (line) => said.push(line) })

  expect(said).toEqual(['Waiting for the file store of FILE_STORE_URL.'])
})

test('a request that finds no bucket is told to come again', async () => {
  const lost = open('s3://recto', 'http://127.0.0.1:10')
  const attempts = [
    () => lost.write('a', 'x'),
    () => lost.readBytes('a'),
    () => lost.stat('a'),
    () => lost.list(''),
    () => lost.delete('a'),
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
      body: { errors: [{ detail: 'The file store is away. Try again in a moment.' }] },
    })
  }
})
