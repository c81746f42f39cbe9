import { attachFile, attachMail, buildMail, type MailPart } from '@recto/testkit/build-mail'
import {
  type DovecotServer,
  hasDovecot,
  mailPassword,
  mailUser,
  startDovecot,
} from '@recto/testkit/dovecot-server'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLineInvoice, makeLineTool } from '../../testing/line-invoices.ts'
import {
  makeConnector,
  makeFlow,
  makeTableConnector,
  untilEnded,
} from '../../testing/make-pipeline.ts'
import type { TestTool } from '../../testing/make-tool.ts'
import { type OpenPort, openPort } from '../../testing/open-port.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const mailboxProvider = 'imap|0c4b7a52-6f0e-4d53-9a61-2d8f6f1b7e94'

describe.skipIf(!hasDovecot)('a pipeline from a mailbox', () => {
  let mails: DovecotServer
  let server: TestServer
  let port: OpenPort
  let books: Client
  let ada: Person
  let target: string
  let tool: TestTool

  beforeAll(async () => {
    mails = await startDovecot()
    server = await startServer({ worker: true, env: { RECTO_INNER_ADDRESSES: 'on' } })
    ada = server.as('admin')
    port = await openPort(server.databaseUrl)
    tool = await makeLineTool(ada)
    target = await makeTableConnector(ada, 'Books', port.url)
    books = new Client({ connectionString: port.url })
    await books.connect()
  })
  afterAll(async () => {
    await books?.end()
    await server?.close()
    await port?.close()
    await mails?.stop()
  })

  let names = 0

  /** A pipeline from a mailbox to a table with the data of the mails. */
  async function makeMailPipeline(
    settings: Readonly<Record<string, unknown>>,
    source: Readonly<Record<string, unknown>> = {},
  ) {
    const name = `flow ${++names}`
    const connector = await makeConnector(ada, `Mails ${names}`, mailboxProvider, {
      host: '127.0.0.1',
      port: String(mails.port),
      security: 'none',
      user: mailUser,
      password: mailPassword,
      ...settings,
    })
    const workflow = await makeFlow(ada, name, {
      toolId: tool.toolId,
      source: {
        connection_type: 'FILESYSTEM',
        connector_instance: connector,
        configuration: { maxFiles: 5000, ...source },
      },
      destination: {
        connection_type: 'DATABASE',
        connector_instance: target,
        configuration: {
          table: `invoices_${names}`,
          columnMode: 'Write each field to a column',
          includeSource: true,
        },
      },
    })
    const { status, body } = await ada.post('pipeline/', {
      pipeline_name: name,
      workflow,
      pipeline_type: 'ETL',
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return { id: body.id as string, table: `invoices_${names}` }
  }

  async function run(pipeline: string) {
    const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline })
    const execution = body.execution.execution_id as string
    return untilEnded(ada, execution)
  }

  const readRows = async (table: string) =>
    (await books.query(`select * from ${table} order by file_path collate "C"`)).rows

  test('each attachment becomes a row with the data of its mail, once', async () => {
    const { fileName, content } = createLineInvoice(1)
    await mails.deliver(
      [
        buildMail({
          head: {
            From: 'bob@example.com',
            Subject: 'Rechnung',
            Date: 'Sat, 31 Jan 2026 10:00:00 +0100',
            'Message-ID': '<1@example.com>',
          },
          type: 'multipart/mixed',
          parts: [
            { type: 'text/plain', content: 'hi' },
            attachFile(fileName, content, 'application/xml'),
          ],
        }),
      ],
      'INBOX',
    )
    const pipeline = await makeMailPipeline({
      folders: 'INBOX',
      after_processing: 'move',
      processed_folder: 'Done',
    })
    const ended = await run(pipeline.id)
    console.log(
      ended,
      await ada.get(`execution/${ended.id}/files/`).then((r) => r.body.results),
      await ada.get(`execution/${ended.id}/logs/`).then((r) => r.body),
    )
    console.log(await readRows(pipeline.table))
    await expect.poll(async () => (await mails.list('Done')).length).toBe(1)
  })
})
