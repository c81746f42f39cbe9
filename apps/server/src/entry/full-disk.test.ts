import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { deployOrders, type OrderDeployment, sendOrders } from './testing/order-deployment.ts'
import { orderFile, orderOf } from './testing/orders.ts'
import { lacksDisk, mountDisk } from './testing/small-disk.ts'
import { adminWith, type Product, signIn, startProduct } from './testing/start-product.ts'

const lack = lacksDisk()

describe.skipIf(lack)(`a disk without room (${lack ?? 'a tmpfs'})`, () => {
  const cleaning = new AsyncDisposableStack()
  let disk: string
  let product: Product
  let deployment: OrderDeployment
  let person: Person

  beforeAll(async () => {
    disk = await mountDisk(cleaning, 400)
    product = startProduct({ dataDir: disk, env: { RECTO_SAMPLE: 'off' } })
    cleaning.defer(() => product.kill())
    const origin = await product.ready
    person = adminWith(await signIn(origin), origin)
    deployment = await deployOrders(person, { name: 'orders' })
  })

  afterAll(() => cleaning.disposeAsync())

  const send = async (number: number) =>
    sendOrders(person, deployment, { files: [await orderFile(number)], seconds: 60 })

  test('refuses a document with that reason, reports it to monitoring, and continues when there is room', async () => {
    expect((await person.get('/health')).status).toBe(200)
    const filler = join(disk, 'filler')
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'])

    const refusal = await send(1)
    for (let attempt = 0; attempt < 5; attempt++) expect((await send(1)).status).toBe(507)

    expect(refusal).toMatchObject({
      status: 507,
      body: { type: 'server_error', errors: [{ code: 'disk_full', attr: null }] },
    })
    expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await person.get('/health')).status).toBe(507)
    const lines = product.output().split('\n')
    // One line a minute, however many calls were refused.
    expect(lines.filter((line) => line.includes('"the disk is full"')).length).toBeLessThan(6)
    expect(lines.filter((line) => /ENOSPC.*"stack"/.test(line))).toEqual([])

    await rm(filler)
    const acceptedResponse = await send(1)
    expect(acceptedResponse.status).toBe(200)
    expect(acceptedResponse.body.message.result[0].result.output).toEqual(orderOf(1))
    await untilHealthy()
  })

  async function untilHealthy(): Promise<void> {
    while ((await person.get('/health')).status !== 200) await sleep(200)
  }
})
