import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

const cleaning = new AsyncDisposableStack()
const refreshes = 2
const rowCount = 5000

let installation: SharedInstallation
let anna: Person
let url: string

/** The rows that the source sends. */
let text = ''
/** How much of them it sends to the next callers, one after the other, each of whom is then killed; all to others. */
const deadlyReplies: { readonly part: 'half' | 'all'; readonly reached: () => void }[] = []

function reply(response: ServerResponse): void {
  const deadlyReply = deadlyReplies.shift()
  if (deadlyReply?.part === 'half') response.write(text.slice(0, text.length / 2))
  else response.end(text)
  deadlyReply?.reached()
}

beforeAll(async () => {
  const service = createServer((_, response) => reply(response))
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  cleaning.defer(() => {
    service.closeAllConnections()
    service.close()
  })
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
  installation = await openSharedInstallation(cleaning, { RECTO_INNER_ADDRESSES: 'on' })
  const web = installation.start('web')
  const origin = await web.ready
  anna = adminWith(await signIn(origin), origin)
}, 60_000)
afterAll(() => cleaning.disposeAsync(), 30_000)

/** Rows of which some differ from those of the refresh before. */
const rowsOf = (refresh: number) =>
  Array.from({ length: rowCount }, (_, n) => ({
    Number: n + refresh,
    Name: `Supplier ${n % 10 === 0 ? refresh : 0}`,
  }))

const startWorker = async (): Promise<RunningProcess> => {
  const worker = installation.start('worker')
  await worker.ready
  return worker
}

async function kill(worker: RunningProcess): Promise<void> {
  worker.signal('SIGKILL')
  await worker.exited
}

/** Resolves when the next caller has got so much of the rows. */
const replyOf = (part: 'half' | 'all') =>
  new Promise<void>((resolve) => deadlyReplies.push({ part, reached: resolve }))

test('workers that are killed in the middle of refreshes lose no version and make none twice', async () => {
  text = JSON.stringify(rowsOf(0))
  const { body: table } = await anna.post('lookup-tables/from-source/', {
    name: 'Suppliers',
    source: { kind: 'address', url },
  })
  expect(table).toMatchObject({ version: 1, row_count: rowCount })
  const path = `lookup-tables/${table.id}/`
  const lastRefresh = async () => (await anna.get(`${path}source/`)).body.last_refresh

  let worker = await startWorker()
  for (let refresh = 1; refresh <= refreshes; refresh += 1) {
    text = JSON.stringify(rowsOf(refresh))
    // Once in the middle of the rows, and once while the last of them are being stored.
    const replies = [replyOf('half'), replyOf('all')]
    expect((await anna.post(`${path}refreshes/`)).status).toBe(202)
    for (const sentRows of replies) {
      await sentRows
      await kill(worker)
      worker = await startWorker()
    }
    await expect
      .poll(lastRefresh, { timeout: 60_000, interval: 200 })
      .toMatchObject({ ended_at: expect.any(String) })
    expect(await lastRefresh()).toMatchObject({ error: null, version: refresh + 1 })
    const { body: changedTable } = await anna.get(path)
    expect(changedTable).toMatchObject({ version: refresh + 1, row_count: rowCount })
  }

  const { body: versions } = await anna.get(`${path}versions/?page_size=100`)
  const numbers = versions.results.map(({ version }: { version: number }) => version)
  expect(numbers).toEqual([3, 2, 1])
  const lastRow = rowsOf(refreshes).at(-1)
  const { body: rows } = await anna.get(`${path}rows/?search=${lastRow?.Number}`)
  expect(rows.results[0].cells).toEqual([String(lastRow?.Number), lastRow?.Name])
  const { body: log } = await anna.get('audit/?page_size=100')
  const changes = log.results.filter(
    ({ action }: { action: string }) => action === 'lookup-table.changed',
  )
  expect(changes).toHaveLength(refreshes)
  expect(deadlyReplies).toEqual([])
  await kill(worker)
}, 600_000)
