import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type BucketServer, startBucketServer } from '@recto/testkit/bucket-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { deployOrders, sendOrders } from './testing/order-deployment.ts'
import { orderFile, orderOf } from './testing/orders.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

// A web process, a worker without schedules, and later a scheduler, on one database and one bucket.
const cleaning = new AsyncDisposableStack()
let bucket: BucketServer
let installation: SharedInstallation
let worker: RunningProcess
let origin: string
let admin: Person

beforeAll(async () => {
  bucket = await startBucketServer(['recto'])
  cleaning.defer(() => bucket.stop())
  installation = await openSharedInstallation(cleaning, {
    FILE_STORE_URL: 's3://recto/files',
    FILE_STORE_ENDPOINT: bucket.url,
    FILE_STORE_KEY: bucket.key,
    FILE_STORE_SECRET: bucket.secret,
    RECTO_WORKERS_SCHEDULE: 'off',
    RECTO_PROBE_PORT: '0',
    RECTO_LOG_LEVEL: 'debug',
  })
  const web = installation.start('web')
  worker = installation.start('worker')
  origin = await web.ready
  await worker.ready
  admin = adminWith(await signIn(origin), origin)
})

afterAll(() => cleaning.disposeAsync(), 30_000)

const ask = async (origin: string, path: string) => {
  const reply = await fetch(new URL(path, origin))
  return { status: reply.status, text: await reply.text() }
}

const probesOf = (one: RunningProcess) =>
  `http://127.0.0.1:${/Health probes are available on port (\d+)/.exec(one.output())?.[1]}`

test('documents go through the bucket, and no process stores one on its own disk', async () => {
  const deployment = await deployOrders(admin, { name: 'apart' })
  const files = [await orderFile(1), await orderFile(2)]

  const { body } = await sendOrders(admin, deployment, { files, seconds: 60 })

  const outputs = body.message.result.map(
    (one: { result: { output: unknown } }) => one.result.output,
  )
  expect(outputs).toHaveLength(2)
  expect(body.message.execution_status).toBe('COMPLETED')
  expect(JSON.stringify(outputs)).toContain(String(Object.values(orderOf(1))[0]))
  expect(existsSync(join(installation.folder, 'files'))).toBe(false)
})

test('a worker answers probes and reveals nothing else', async () => {
  const probes = probesOf(worker)
  const health = await ask(probes, '/health')
  const ready = await ask(probes, '/ready')
  const metrics = await ask(probes, '/metrics')

  expect(health).toEqual({ status: 200, text: '' })
  expect(JSON.parse(ready.text)).toMatchObject({ ready: true, checks: { file_store: 'ok' } })
  expect(metrics.text).toContain('process_cpu')
  expect((await ask(probes, '/api/v1/session')).status).toBe(404)
})

test('the worker sends queued mail, and a scheduler answers probes', async () => {
  const outbox = join(installation.folder, 'outbox')
  const users = [{ email: 'ida@example.org', role: 'user' }]
  expect((await admin.post('users/invite/', { users })).status).toBeLessThan(300)
  await expect.poll(() => readdir(outbox).catch(() => [])).toHaveLength(1)

  const scheduler = installation.start('scheduler')
  await scheduler.ready

  expect((await ask(probesOf(scheduler), '/ready')).status).toBe(200)
})

test('every process reports an unreachable bucket, and none reveals its key', async () => {
  expect((await ask(origin, '/ready')).status).toBe(200)
  await bucket.stop()

  const unavailableReport = { ready: false, checks: { database: 'ok', file_store: 'away' } }
  for (const probeOrigin of [origin, probesOf(worker)]) {
    const reply = async () => JSON.parse((await ask(probeOrigin, '/ready')).text)
    await expect.poll(reply).toMatchObject(unavailableReport)
    expect((await ask(probeOrigin, '/ready')).status).toBe(503)
    expect((await ask(probeOrigin, '/health')).status).toBe(200)
  }
  expect(worker.output()).not.toContain(bucket.secret)
})
