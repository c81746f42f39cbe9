import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secureMail } from '@recto/mail-formats/testing/sign-mail'
import { writeTnef } from '@recto/mail-formats/testing/write-tnef'
import { omitUndefined } from '@recto/omit-undefined'
import { attachFile, buildMail, type MailPart } from '@recto/testkit/build-mail'
import { type DnsServer, startDnsServer } from '@recto/testkit/dns-server'
import { createCertificate } from '@recto/testkit/dovecot-server'
import { dkimSign } from 'mailauth'
import { createTransport } from 'nodemailer'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachInvoice, invoiceFile, makeInvoiceTool } from '../../testing/mail-samples.ts'
import { makeAddressPipeline, makeMailAddress } from '../../testing/make-address-pipeline.ts'
import { makeTableConnector } from '../../testing/make-pipeline.ts'
import type { TestTool } from '../../testing/make-tool.ts'
import { openPort } from '../../testing/open-port.ts'
import type { Person } from '../../testing/people.ts'
import { sendMail } from '../../testing/send-mail.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

const cleaning = new AsyncDisposableStack()
let dns: DnsServer
let server: TestServer
let ada: Person
let books: Client
let target: string
let tool: TestTool
let port: number

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

beforeAll(async () => {
  dns = await startDnsServer()
  cleaning.defer(() => dns.stop())
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  dns.texts.set('example.com', ['v=spf1 ip4:127.0.0.1 -all'])
  dns.texts.set('s1._domainkey.example.com', [`v=DKIM1; k=rsa; p=${key}`])
  dns.texts.set('elsewhere.example', ['v=spf1 ip4:192.0.2.1 -all'])
  const folder = await mkdtemp(join(tmpdir(), 'recto-mail-'))
  cleaning.defer(() => rm(folder, { recursive: true }))
  await createCertificate(folder)
  server = await startServer({
    worker: true,
    env: {
      RECTO_INNER_ADDRESSES: 'on',
      RECTO_MAIL_PORT: '0',
      RECTO_MAIL_HOST: '127.0.0.1',
      RECTO_MAIL_DOMAIN: 'In.Example.org',
      RECTO_MAIL_RESOLVER: dns.address,
      RECTO_MAIL_CERTIFICATE: join(folder, 'certificate.pem'),
      RECTO_MAIL_KEY: join(folder, 'key.pem'),
    },
  })
  cleaning.defer(() => server.close())
  port = server.mailPort ?? 0
  ada = server.as('admin')
  const database = await openPort(server.databaseUrl)
  cleaning.defer(() => database.close())
  books = new Client({ connectionString: database.url })
  // The last test ends its connection.
  books.on('error', () => {})
  cleaning.defer(() => books.end())
  await books.connect()
  target = await makeTableConnector(ada, 'Books', database.url)
  tool = await makeInvoiceTool(ada)
})
afterAll(() => cleaning.disposeAsync())

const plain: MailPart = { type: 'text/plain; charset=utf-8', content: 'Please pay.' }

type Head = Readonly<Record<string, string | undefined>>
const headOf = (index: number): Head => ({
  From: 'Bob <bob@example.com>',
  Subject: 'Invoice',
  'Message-ID': `<${index}@example.com>`,
})

const invoiceMail = (index: number, head: Head = {}, ...furtherParts: readonly MailPart[]) =>
  buildMail({
    head: Object.assign({ ...headOf(index) }, head),
    type: 'multipart/mixed',
    parts: [plain, attachInvoice(index), ...furtherParts],
  })

async function sign(mail: Buffer): Promise<Buffer> {
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const signature = { signingDomain: 'example.com', selector: 's1', privateKey: key }
  const { signatures } = await dkimSign(mail, { ...signature, signatureData: [signature] })
  return Buffer.concat([Buffer.from(signatures), mail])
}

const makePipeline = (name: string, table: string, settings = {}) =>
  makeAddressPipeline(ada, { name, toolId: tool.toolId, target, table, settings })

const readRows = async (table: string) => {
  const { rows } = await books.query(`select * from ${table}`).catch(() => ({ rows: [] }))
  return rows
    .map((row) => [
      String(row.file_path).split('/').at(-1),
      row.source_sender,
      row.source_message_id,
      row.source_spf,
      row.source_dkim,
    ])
    .map((cells) => cells.join('|'))
    .sort()
}

type ListedMail = { readonly id: string; readonly status: string; readonly reason: string | null }
const listMails = async (connector: string): Promise<readonly ListedMail[]> =>
  (await ada.get(`connector/${connector}/mails/`)).body
const countRuns = async (pipeline: string) =>
  (await ada.get(`pipeline/${pipeline}/`)).body.run_count
const timeout = 60_000

test('every document of a mail becomes a row with the proof of its sender, once, also if the mail is sent again', async () => {
  const { connector, address } = await makePipeline('Invoices', 'invoices')
  expect(address).toMatch(/^invoices-[a-z2-9]{8}@in\.example\.org$/)
  const outlook = writeTnef([{ name: 'invoice-0002.xml', content: invoiceFile(2) }])
  const { signed: signedPart, encrypted: encryptedPart } = await secureMail(
    buildMail({ type: 'multipart/mixed', parts: [plain, attachInvoice(3)] }),
  )
  const content = await sign(
    invoiceMail(
      1,
      {},
      attachFile('winmail.dat', outlook, 'application/ms-tnef'),
      attachFile('smime.p7m', signedPart, 'application/pkcs7-mime'),
    ),
  )
  expect(await sendMail(port, { to: address.toUpperCase(), content })).toMatchObject({ code: 250 })
  // A server on the way adds headers.
  const repeatedMail = Buffer.concat([Buffer.from('Received: from a by b; now\r\n'), content])
  expect((await sendMail(port, { to: address, content: repeatedMail })).code).toBe(250)
  const from = 'eve@elsewhere.example'
  const secret = attachFile('smime.p7m', encryptedPart, 'application/pkcs7-mime')
  const encryptedMail = invoiceMail(4, { From: from }, secret)
  const transport = createTransport({
    port,
    host: '127.0.0.1',
    requireTLS: true,
    tls: { rejectUnauthorized: false },
  })
  const envelope = { from, to: address }
  const { response } = await transport.sendMail({ envelope, raw: encryptedMail })
  expect(response).toMatch(/^250 /)

  await expect
    .poll(() => readRows('invoices'), { timeout })
    .toEqual([
      ...[1, 2, 3].map(
        (index) => `invoice-000${index}.xml|bob@example.com|<1@example.com>|pass|pass`,
      ),
      'invoice-0004.xml|eve@elsewhere.example|<4@example.com>|fail|none',
    ])
  const getStatuses = async () => (await listMails(connector)).map(({ status }) => status)
  await expect.poll(getStatuses, { timeout }).toEqual(['failed', 'processed'])
  expect(await listMails(connector)).toMatchObject([
    {
      sender: from,
      is_flagged: true,
      documents: [
        { name: 'invoice-0004.xml', problem: null },
        { name: 'smime.p7m', problem: expect.stringMatching(/is encrypted/) },
      ],
    },
    { subject: 'Invoice', is_verified: true, is_flagged: false, spf: 'pass', dkim: 'pass' },
  ])
})

test('refused are unknown addresses, other domains and senders, large mails, too many, and mails without the proof that is required', async () => {
  dns.texts.set('slow.example', [])
  const { id, address } = await makeMailAddress(ada, 'Orders & more', {
    senders: 'example.com; ann@slow.example',
    authentication: 'require',
    max_megabytes: '1',
    mails_per_hour: '2',
  })
  const send = async (index: number, head: Head = {}, from?: string) => {
    const content = invoiceMail(index, head)
    return sendMail(port, { to: address, content, ...omitUndefined({ from }) })
  }
  const content = invoiceMail(1)
  const large = invoiceMail(2, {}, attachFile('a.pdf', Buffer.alloc(1024 * 1024)))
  const replies = [
    await sendMail(port, { to: 'orders@in.example.org', content }),
    await sendMail(port, { to: 'bob@example.com', content }),
    await sendMail(port, { to: [address, address], content }),
    await sendMail(port, { to: address, content: large }),
    await send(3, { From: 'eve@elsewhere.example' }),
    await send(4, {}, 'eve@elsewhere.example'),
    await send(5, { From: 'ann@slow.example' }, 'ann@slow.example'),
    await send(6),
    await send(7, {}, 'bounces@example.com'),
    await send(8),
  ]
  expect(replies.map(({ code }) => code)).toEqual([
    550, 550, 452, 552, 550, 550, 451, 250, 250, 450,
  ])
  const mails = await listMails(id)
  expect(mails.map(({ reason }) => reason)).toEqual([
    null,
    null,
    expect.stringMatching(/Neither SPF nor DKIM/),
    expect.stringMatching(/sender is not allowed/),
  ])

  const newAddress = (await ada.post(`connector/${id}/mail-address/rotate/`)).body.address
  expect((await send(9)).code).toBe(550)
  expect((await sendMail(port, { to: newAddress, content })).code).toBe(450)
  const { body: log } = await ada.get('audit/?page_size=20')
  expect(JSON.stringify(log)).toContain('connector.mail-address-rotated')
  expect((await ada.delete(`connector/${id}/mails/${mails[0]?.id}/`)).status).toBe(204)
  expect(await listMails(id)).toHaveLength(3)
  await ada.delete(`connector/${id}/`)
  const countMails = async () =>
    (await books.query('select from received_mail where connector_id = $1', [id])).rowCount
  await expect.poll(countMails, { timeout }).toBe(0)
})

test('fifty mails during a run lead to one further run', async () => {
  const { id, workflow, address } = await makePipeline('Many', 'many')
  await books.query('begin')
  await books.query('select from workflow where id = $1 for no key update', [workflow])
  const send = async (index: number) =>
    (await sendMail(port, { to: address, content: invoiceMail(index) })).code
  expect(await send(100)).toBe(250)
  await expect.poll(() => countRuns(id), { timeout }).toBe(1)
  const codes: number[] = []
  for (let start = 101; start <= 150; start += 5)
    codes.push(...(await Promise.all([0, 1, 2, 3, 4].map((index) => send(start + index)))))
  expect(new Set(codes)).toEqual(new Set([250]))
  await books.query('commit')

  await expect.poll(async () => (await readRows('many')).length, { timeout }).toBe(51)
  expect(await countRuns(id)).toBe(2)
})

test('while the database is away, senders are asked to try again, and nothing that was accepted is lost', async () => {
  const { databaseUrl } = server
  const address = new URL(databaseUrl)
  const name = address.pathname.slice(1)
  address.pathname = '/postgres'
  const adminPort = await openPort(address.href)
  const admin = new Client({ connectionString: adminPort.url })
  await admin.connect()
  const { id, address: to } = await makeMailAddress(ada, 'Outage')
  const send = async (index: number) =>
    (await sendMail(port, { to, content: invoiceMail(index) })).code
  try {
    expect(await send(200)).toBe(250)
    await admin.query(`alter database "${name}" with allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
    expect(await send(201)).toBe(451)
  } finally {
    await admin.query(`alter database "${name}" with allow_connections true`)
    await admin.end()
    await adminPort.close()
  }
  await expect.poll(() => send(201), { timeout }).toBe(250)
  const getCount = async () => (await listMails(id)).length
  await expect.poll(getCount, { timeout }).toBe(2)
})
