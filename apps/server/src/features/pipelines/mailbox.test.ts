import { attachFile, buildMail } from '@recto/testkit/build-mail'
import {
  type DovecotServer,
  hasDovecot,
  mailPassword,
  startDovecot,
} from '@recto/testkit/dovecot-server'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createLargeMail,
  createSampleMails,
  describeRow,
  makeInvoiceTool,
} from '../../testing/mail-samples.ts'
import { makeMailPipeline } from '../../testing/make-mail-pipeline.ts'
import { makeTableConnector } from '../../testing/make-pipeline.ts'
import type { TestTool } from '../../testing/make-tool.ts'
import { openPort } from '../../testing/open-port.ts'
import type { Person } from '../../testing/people.ts'
import { awaitSettling, settleAgain } from '../../testing/settling.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

/** Measurements ask for more. */
const mailCount = Number(process.env.RECTO_TEST_MAILS ?? 18)
const attachmentCount = Math.min(200, mailCount)
const timeout = Math.max(120_000, mailCount * 3000)

describe.skipIf(!hasDovecot)('a pipeline from a mailbox', () => {
  let mails: DovecotServer
  let books: Client
  let server: TestServer
  let ada: Person
  let target: string
  let tool: TestTool

  const cleaning = new AsyncDisposableStack()

  beforeAll(async () => {
    mails = await startDovecot()
    cleaning.defer(() => mails.stop())
    server = await startServer({ worker: true, env: { RECTO_INNER_ADDRESSES: 'on' } })
    cleaning.defer(() => server.close())
    ada = server.as('admin')
    const port = await openPort(server.databaseUrl)
    cleaning.defer(() => port.close())
    target = await makeTableConnector(ada, 'Books', port.url)
    tool = await makeInvoiceTool(ada)
    books = new Client({ connectionString: port.url })
    cleaning.defer(() => books.end())
    await books.connect()
  })
  afterAll(() => cleaning.disposeAsync())

  let names = 0

  async function makePipeline(settings: Readonly<Record<string, unknown>>) {
    names += 1
    const table = `invoices_${names}`
    const parts = { name: `Mails ${names}`, mails, toolId: tool.toolId, target, table, settings }
    return { table, ...(await makeMailPipeline(ada, parts)) }
  }

  /** The execution at a path, once it has ended. */
  async function awaitEnd(path: string) {
    const getStatus = async () => (await ada.get(path)).body.status
    await expect.poll(getStatus, { timeout }).toMatch(/COMPLETED|ERROR|STOPPED/)
    const { body: execution } = await ada.get(path)
    return execution
  }

  const run = async (start: () => Promise<string>) => awaitEnd(await start())

  const readRows = async (table: string) =>
    (await books.query(`select * from ${table}`)).rows.map(describeRow).sort()
  const countRows = async (table: string) =>
    (await books.query(`select count(*)::int as count from ${table}`)).rows[0].count as number

  const distinct = (rows: readonly string[]) => [...new Set(rows)].sort()

  test(
    'every document becomes one row with the data of its mail, whatever happens to the mailbox',
    async () => {
      const samples = [...createSampleMails(mailCount), createLargeMail(5000, attachmentCount)]
      for (const folder of ['INBOX', 'Second'] as const) {
        const contents = samples
          .filter((mail) => mail.folder === folder)
          .map(({ content }) => content)
        await mails.deliver(contents, folder)
      }
      const expectedRows = distinct(samples.flatMap(({ rows }) => rows))
      const { table, change, start } = await makePipeline({ folders: 'INBOX; Second' })

      const path = await start()
      const files = async () => (await ada.get(`${path}files/`)).body.count
      await expect.poll(files, { timeout, interval: 20 }).toBeGreaterThan(0)
      mails.dropConnections()
      expect(await awaitEnd(path)).toMatchObject({ status: 'COMPLETED', failed_files: 0 })
      expect(await readRows(table)).toEqual(expectedRows)

      await mails.renumber('INBOX')
      await mails.moveAll('Second', 'Third')
      await change({ folders: 'INBOX; Third' })
      expect(await run(start)).toMatchObject({ total_files: 0 })
      expect(await countRows(table)).toBe(expectedRows.length)
    },
    timeout,
  )

  test('processed mails are moved, failed ones once their attempts are used up, and the result has the data of the mail', async () => {
    const toMail = (subject: string, name: string, content: string) =>
      buildMail({
        head: {
          From: 'bob@example.com',
          Subject: subject,
          'Message-ID': `<${subject}@example.com>`,
        },
        type: 'multipart/mixed',
        parts: [
          attachFile('good.txt', `Total amount: 12.00 EUR, for ${subject}`, 'text/plain'),
          attachFile(name, content, 'application/pdf'),
        ],
      })
    const head = {
      From: 'eve@example.com',
      Subject: 'Receipt',
      'Message-ID': '<receipt@example.com>',
    }
    const receipt = buildMail({ head, type: 'text/plain', content: 'Total amount: 7.50 EUR' })
    await mails.deliver([toMail('broken', 'b.pdf', '%PDF-1.7 broken'), receipt], 'Bills')
    const { table, start } = await makePipeline({
      folders: 'Bills',
      after_processing: 'move',
      processed_folder: 'Bills/Done',
      failed_folder: 'Bills/Failed',
    })
    const execution = await run(start)

    expect(execution).toMatchObject({ successful_files: 2, failed_files: 1 })
    const count = async (folder: string) => (await mails.list(folder)).length
    await expect.poll(() => count('Bills/Done')).toBe(1)
    expect(await run(start)).toMatchObject({ total_files: 1, failed_files: 1 })
    expect(await count('Bills/Failed')).toBe(0)
    const lastAttempt = await run(start)
    expect(lastAttempt).toMatchObject({ total_files: 1, failed_files: 1 })
    await expect.poll(() => count('Bills/Failed'), { timeout }).toBe(1)
    expect(await count('Bills')).toBe(0)
    await awaitSettling(server, lastAttempt.id)
    // Its attempts are counted anew once it is moved back, and a late job of an earlier run leaves it there.
    await mails.moveAll('Bills/Failed', 'Bills')
    await settleAgain(server, lastAttempt.id)
    expect(await count('Bills')).toBe(1)
    const retry = async () => (await run(start)).total_files
    await expect.poll(retry, { timeout }).toBe(1)
    const { rows } = await books.query(
      `select * from ${table} where source_sender = 'eve@example.com'`,
    )
    expect(rows).toMatchObject([
      { source_subject: 'Receipt', source_message_id: '<receipt@example.com>' },
    ])
    const { body } = await ada.get(`execution/${execution.id}/files/?file_name=Receipt`)
    const [file] = body.results
    expect(file).toMatchObject({ fs_metadata: { sender: 'eve@example.com', subject: 'Receipt' } })
    const { body: result } = await ada.get(`execution/${execution.id}/files/${file.id}/result/`)
    expect(result.metadata.source).toEqual(file.fs_metadata)
  })

  test('a wrong password and a folder that vanished end the run with the reason, and the next run goes on', async () => {
    const attach = (index: number) => createLargeMail(7000 + index, 1).content
    await mails.deliver([attach(1)], 'Orders')
    const { table, change, start } = await makePipeline({ folders: 'Orders' })
    await change({ password: 'wrong-password-1' })
    expect((await run(start)).error_message).toMatch(
      /refuses the user or the password.*Check “User” and “Password”/,
    )
    await change({})
    await run(start)
    mails.dropConnections()
    await mails.removeFolder('Orders')
    const { status, error_message: reason } = await run(start)
    expect(status).toBe('ERROR')
    expect(reason).toMatch(/The folder does not exist.*Orders/)
    expect(reason).not.toContain(mailPassword)
    await mails.deliver([attach(1), attach(2)], 'Orders')
    await run(start)
    expect(await countRows(table)).toBe(2)
  })

  test(
    'mails are taken when they arrive, also after the server has closed the connections',
    async () => {
      const attach = (index: number) => createLargeMail(8000 + index, 1).content
      await mails.deliver([attach(1)], 'Live')
      const { id, table } = await makePipeline({ folders: 'Live' })
      const changes = { runs_on_arrival: true, arrival_delay_seconds: 1 }
      expect(await ada.patch(`pipeline/${id}/`, changes)).toMatchObject({ status: 200 })
      const getArrivals = async () => (await ada.get(`pipeline/${id}/arrivals/`)).body
      const getState = async () => (await getArrivals()).listener?.state
      const awaitRows = (count: number) =>
        expect.poll(() => countRows(table).catch(() => 0), { timeout }).toBe(count)

      // The first mail was there before anybody listened.
      await awaitRows(1)
      await expect.poll(getState, { timeout }).toBe('listening')
      await mails.deliver([attach(2)], 'Live')
      await awaitRows(2)
      mails.dropConnections()
      await mails.deliver([attach(3)], 'Live')
      await awaitRows(3)
      await mails.removeFolder('Live')
      mails.dropConnections()
      await expect.poll(getState, { timeout }).toBe('failing')
      const getProblem = async () => (await getArrivals()).listener.problem
      await expect.poll(getProblem, { timeout }).toMatch(/The folder does not exist/)
      const { listener, arrivals } = await getArrivals()
      expect(listener.problem).not.toContain(mailPassword)
      expect(arrivals.map(({ kind }: { kind: string }) => kind)).toContain('mailbox')
      await mails.deliver([attach(4)], 'Live')
      await awaitRows(4)
    },
    timeout,
  )
})
