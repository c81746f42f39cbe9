import {
  type DovecotServer,
  hasDovecot,
  mailPassword,
  mailUser,
  startDovecot,
} from '@recto/testkit/dovecot-server'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createSampleMails,
  describeRow,
  mailboxProvider,
  makeInvoiceTool,
} from '../testing/mail-samples.ts'
import { makeConnector, makeFlow } from '../testing/make-pipeline.ts'
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
  let pipeline: string

  beforeAll(async () => {
    mails = await startDovecot()
    cleaning.defer(() => mails.stop())
    installation = await openSharedInstallation(cleaning, { RECTO_INNER_ADDRESSES: 'on' })
    const origin = await installation.start('web').ready
    anna = adminWith(await signIn(origin), origin)
    const target = await openPostgresBooks(cleaning)
    books = new pg.Client({ connectionString: target.port.url })
    await books.connect()
    cleaning.defer(() => books.end())
    // Each row takes a while, so that workers are killed in the middle.
    await books.query(`create table invoices (id text primary key, file_path text,
      execution_id text, created_by text, created_at timestamptz)`)
    await books.query(`create function wait() returns trigger language plpgsql as
      $$ begin perform pg_sleep(0.1); return new; end $$`)
    await books.query('create trigger wait before insert on invoices execute function wait()')
    const { toolId } = await makeInvoiceTool(anna)
    const workflow = await makeFlow(anna, 'Mails', {
      toolId,
      source: {
        connection_type: 'FILESYSTEM',
        connector_instance: await makeConnector(anna, 'Mails', mailboxProvider, {
          host: '127.0.0.1',
          port: String(mails.port),
          security: 'none',
          user: mailUser,
          password: mailPassword,
          folders: 'INBOX; Second',
          after_processing: 'move',
          processed_folder: 'Done',
        }),
        configuration: { maxFiles: 5000 },
      },
      destination: {
        connection_type: 'DATABASE',
        connector_instance: await target.connect(anna),
        configuration: {
          table: 'invoices',
          columnMode: 'Write each field to a column',
          includeSource: true,
        },
      },
    })
    const body = { pipeline_name: 'Mails', workflow, pipeline_type: 'ETL' }
    const { body: createdPipeline } = await anna.post('pipeline/', body)
    pipeline = createdPipeline.id
  }, 120_000)
  afterAll(() => cleaning.disposeAsync(), 30_000)

  async function startWorker(): Promise<RunningProcess> {
    const worker = installation.start('worker')
    await worker.ready
    return worker
  }

  async function kill(worker: RunningProcess): Promise<void> {
    worker.signal('SIGKILL')
    await worker.exited
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
      let worker = await startWorker()
      const { body } = await anna.post('pipeline/execute/', { pipeline_id: pipeline })
      const path = `execution/${body.execution.execution_id}/`
      for (let count = 0; count < kills; count++) {
        // The first kills hit the listing, and the others hit files that are being delivered.
        const rowsBefore = await countRows()
        if (count > 1)
          await expect
            .poll(countRows, { timeout: 60_000, interval: 20 })
            .toSatisfy((rows: number) => rows > rowsBefore || rows === expectedRows.length)
        await kill(worker)
        worker = await startWorker()
      }
      const getStatus = async () => (await anna.get(path)).body.status
      await expect.poll(getStatus, { timeout, interval: 200 }).toMatch(/COMPLETED|ERROR/)
      const { rows } = await books.query('select * from invoices')
      expect(rows.map(describeRow).sort()).toEqual(expectedRows)
      await expect
        .poll(async () => (await mails.list('Done')).length, { timeout: 120_000 })
        .toBe(samples.length)
      await kill(worker)
    },
    timeout,
  )
})
