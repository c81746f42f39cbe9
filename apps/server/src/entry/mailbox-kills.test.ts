import { type DovecotServer, hasDovecot, startDovecot } from '@recto/testkit/dovecot-server'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSampleMails, describeRow, makeInvoiceTool } from '../testing/mail-samples.ts'
import { makeMailPipeline } from '../testing/make-mail-pipeline.ts'
import type { Person } from '../testing/people.ts'
import { openPostgresBooks } from './testing/pipelines/order-tables.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

/** Measurements ask for more. */
const kills = Number(process.env.RECTO_TEST_KILLS ?? 2)
const mailCount = Number(process.env.RECTO_TEST_MAILS ?? 8)
const timeout = 120_000 + kills * 30_000 + mailCount * 2000

describe.skipIf(!hasDovecot)('workers that are killed while they take mails', () => {
  const cleaning = new AsyncDisposableStack()
  let mails: DovecotServer
  let installation: SharedInstallation
  let anna: Person
  let books: pg.Client
  let pipeline: Awaited<ReturnType<typeof makeMailPipeline>>

  beforeAll(async () => {
    mails = await startDovecot()
    cleaning.defer(() => mails.stop())
    installation = await openSharedInstallation(cleaning, { RECTO_INNER_ADDRESSES: 'on' })
    const target = await openPostgresBooks(cleaning)
    books = new pg.Client({ connectionString: target.port.url })
    cleaning.defer(() => books.end())
    await books.connect()
    const origin = await installation.start('web').ready
    anna = adminWith(await signIn(origin), origin)
    // Each row takes a while, so that workers are killed in the middle.
    await books.query(`create table invoices (id text primary key, file_path text,
      execution_id text, created_by text, created_at timestamptz)`)
    await books.query(`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.1); return new; end $$`)
    await books.query('create trigger wait before insert on invoices execute function wait()')
    const { toolId } = await makeInvoiceTool(anna)
    pipeline = await makeMailPipeline(anna, {
      name: 'Mails',
      mails,
      toolId,
      target: await target.connect(anna),
      table: 'invoices',
      settings: {
        folders: 'INBOX; Second',
        after_processing: 'move',
        processed_folder: 'Done',
      },
    })
  }, 120_000)
  afterAll(() => cleaning.disposeAsync(), 30_000)

  /** Replaces a worker, which does not get to finish anything. */
  async function replaceWorker(killedWorker?: RunningProcess): Promise<RunningProcess> {
    killedWorker?.signal('SIGKILL')
    await killedWorker?.exited
    const nextWorker = installation.start('worker')
    await nextWorker.ready
    return nextWorker
  }

  const countRows = async () =>
    (await books.query('select count(*)::int as count from invoices')).rows[0].count as number

  test(
    'double and lose no document, and every mail is moved',
    async () => {
      const samples = createSampleMails(mailCount)
      for (const folder of ['INBOX', 'Second'] as const)
        await mails.deliver(
          samples.filter((mail) => mail.folder === folder).map(({ content }) => content),
          folder,
        )
      const expectedRows = [...new Set(samples.flatMap(({ rows }) => rows))].sort()
      let worker = await replaceWorker()
      const path = await pipeline.start()
      for (let count = 0; count < kills; count++) {
        // The first kills hit the listing, and the others hit files that are being delivered.
        const rowsBefore = await countRows()
        if (count > 1)
          await expect
            .poll(countRows, { timeout: 60_000, interval: 20 })
            .toSatisfy((rows: number) => rows > rowsBefore || rows === expectedRows.length)
        worker = await replaceWorker(worker)
      }
      const getStatus = async () => (await anna.get(path)).body.status
      await expect.poll(getStatus, { timeout, interval: 200 }).toMatch(/COMPLETED|ERROR/)
      const { rows } = await books.query('select * from invoices')
      expect(rows.map(describeRow).sort()).toEqual(expectedRows)
      await expect
        .poll(async () => (await mails.list('Done')).length, { timeout: 120_000 })
        .toBe(samples.length)
      worker.signal('SIGKILL')
      await worker.exited
    },
    timeout,
  )
})
