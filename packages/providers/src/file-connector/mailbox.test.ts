import { connect as connectSocket, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { writeTnef } from '@recto/mail-formats/testing/write-tnef'
import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import { attachFile, attachMail, buildMail, type MailPart } from '@recto/testkit/build-mail'
import {
  type DovecotServer,
  hasDovecot,
  mailPassword,
  mailUser,
  startDovecot,
} from '@recto/testkit/dovecot-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { allOf, testFileConnector } from '../testing/file-connector-suite.ts'
import { sayProof } from '../testing/say-proof.ts'
import { mailbox } from './mailbox.ts'

const wrongPassword = 'very-wrong-password'

const settingsOf = ({ port }: DovecotServer) => ({
  host: '127.0.0.1',
  port: String(port),
  security: 'none',
  user: mailUser,
  password: mailPassword,
})

testFileConnector({
  provider: mailbox,
  by: 'real server',
  isSkipped: !hasDovecot,
  secret: wrongPassword,
  wrong: (settings) => ({ ...settings, password: wrongPassword }),
  async start() {
    const server = await startDovecot()
    return {
      settings: settingsOf(server),
      outside: connectorOutside(),
      folder: '',
      stop: server.stop,
    }
  },
})

let messageIds = 0

/** Headers of a mail, of which each test changes what it is about. */
const headOf = (subject: string, changes: Readonly<Record<string, string | undefined>> = {}) => ({
  From: 'Bob <bob@example.com>',
  Subject: subject,
  Date: 'Sat, 31 Jan 2026 10:00:00 +0100',
  'Message-ID': `<${++messageIds}@example.com>`,
  ...changes,
})

const plain = (content = 'See attachment'): MailPart => ({ type: 'text/plain', content })
const buildMixed = (subject: string, parts: readonly MailPart[], changes = {}) =>
  buildMail({ head: headOf(subject, changes), type: 'multipart/mixed', parts })
const invoice = attachFile('invoice.pdf', '%PDF-1.7 1', 'application/pdf')
const picture = (bytes: number, headers = {}): MailPart => ({
  type: 'image/png; name="picture.png"',
  headers,
  content: Buffer.alloc(bytes, 7),
})

describe.skipIf(!hasDovecot)('a mailbox', () => {
  sayProof(mailbox, 'real server')
  let server: DovecotServer
  const openConnectors: FileConnector[] = []
  beforeAll(async () => {
    server = await startDovecot()
  })
  afterAll(async () => {
    for (const files of openConnectors) await files.close()
    await server?.stop()
  })

  let folders = 0
  /** Delivers mails to a new folder, and opens it. */
  async function openWith(
    mails: readonly Buffer[],
    settings: Readonly<Record<string, unknown>> = {},
  ) {
    const folder = `folder ${++folders}`
    await server.deliver(mails, folder)
    const files = open({ folders: folder, ...settings })
    return { folder, files }
  }
  const open = (settings: Readonly<Record<string, unknown>>, network = connectorOutside()) => {
    const files = mailbox.open({ ...settingsOf(server), ...settings }, network)
    openConnectors.push(files)
    return files
  }

  /** The files of all mails, with the name of the mail before its digest. */
  async function listFiles(files: FileConnector): Promise<FileEntry[]> {
    const mails = await allOf(files.list(''))
    const pages = await Promise.all(mails.map(({ path }) => allOf(files.list(path))))
    return pages.flat()
  }
  const toShortPath = (path: string) => path.replace(/ [\da-f]{16}\//, '/')
  const listNames = async (files: FileConnector) =>
    (await listFiles(files)).map(({ path }) => toShortPath(path)).sort()

  async function read(files: FileConnector, path: string): Promise<string> {
    const { bytes } = await files.open(path)
    return String(await buffer(bytes as AsyncIterable<Buffer>))
  }

  test('the attachments of a mail are files with the data of the mail', async () => {
    const { files } = await openWith([
      buildMixed('=?iso-8859-1?Q?Rechnung_f=FCr_Mai?=', [
        plain(),
        invoice,
        attachFile('calendar.ics', 'x'),
      ]),
    ])
    const [mail] = await allOf(files.list(''))
    const [entry, ...otherEntries] = await listFiles(files)

    expect(mail).toMatchObject({ kind: 'folder', isUnit: true })
    expect(otherEntries).toEqual([])
    expect(toShortPath(entry?.path ?? '')).toBe('2026-01-31 Rechnung für Mai/invoice.pdf')
    expect(entry).toMatchObject({
      contentType: 'application/pdf',
      metadata: {
        sender: 'bob@example.com',
        subject: 'Rechnung für Mai',
        date: '2026-01-31T09:00:00.000Z',
        message_id: `<${messageIds}@example.com>`,
      },
    })
    expect(await read(files, entry?.path ?? '')).toBe('%PDF-1.7 1')
    expect(await files.find(entry?.path ?? '')).toEqual(entry)
    await expect(files.remove(entry?.path ?? '')).rejects.toThrow(
      /in the settings of the connector/,
    )
  })

  test('a mail without a readable attachment is its text, or nothing, or every mail is taken whole', async () => {
    const receipt: MailPart = {
      type: 'multipart/alternative',
      parts: [plain('Total: 42 EUR'), { type: 'text/html', content: '<p>Total: 42 EUR</p>' }],
    }
    const { folder, files } = await openWith([
      buildMixed('receipt', [receipt, attachFile('calendar.ics', 'x')]),
      buildMail({ head: headOf('short'), type: 'text/plain', content: 'Total: 7 EUR' }),
      buildMail({
        head: headOf('only a file'),
        type: 'application/pdf; name="a.pdf"',
        content: Buffer.from('%PDF'),
      }),
    ])
    const entries = await listFiles(files)
    const texts = await Promise.all(entries.map(({ path }) => read(files, path)))
    const byName = new Map(entries.map(({ path }, index) => [toShortPath(path), texts[index]]))

    expect([...byName.keys()].sort()).toEqual([
      '2026-01-31 only a file/a.pdf',
      '2026-01-31 receipt/receipt.eml',
      '2026-01-31 short/short.eml',
    ])
    expect(byName.get('2026-01-31 receipt/receipt.eml')).toMatch(
      /^From: Bob.*Subject: receipt\r\n.*multipart\/alternative.*<p>Total: 42 EUR<\/p>/s,
    )
    expect(byName.get('2026-01-31 receipt/receipt.eml')).not.toContain('calendar')
    expect(byName.get('2026-01-31 short/short.eml')).toMatch(/Subject: short\r\n.*Total: 7 EUR/s)
    expect(byName.get('2026-01-31 only a file/a.pdf')).toBe('%PDF')

    expect(await listNames(open({ folders: folder, documents: 'attachments' }))).toEqual([
      '2026-01-31 only a file/a.pdf',
    ])
    const whole = open({ folders: folder, documents: 'mail' })
    const [first] = (await listFiles(whole)).filter(({ path }) => path.includes('receipt'))
    expect(await read(whole, first?.path ?? '')).toContain('calendar.ics')
    expect((await listFiles(open({ folders: folder, needs_attachment: true }))).length).toBe(2)
  })

  test('logos and pixels are left out, and photographs are taken', async () => {
    const withLogo = (subject: string, otherParts: readonly MailPart[] = []) =>
      buildMixed(subject, [
        {
          type: 'multipart/related',
          parts: [
            { type: 'text/html', content: '<img src="cid:logo"><img src="cid:pixel">' },
            picture(40_000, { 'Content-ID': '<logo>' }),
            picture(60, { 'Content-ID': '<pixel>' }),
          ],
        },
        ...otherParts,
      ])
    const { files } = await openWith([
      withLogo('logo', [invoice]),
      buildMixed('photo', [
        plain(),
        picture(400_000, {
          'Content-Disposition': 'inline; filename="photo.png"',
          'Content-ID': '<p>',
        }),
      ]),
    ])

    expect(await listNames(files)).toEqual([
      '2026-01-31 logo/invoice.pdf',
      '2026-01-31 photo/photo.png',
    ])
  })

  test('forwarded, nested and signed mails are opened, and those of Outlook', async () => {
    const inner = buildMixed('inner', [plain(), invoice])
    const simple = buildMail({ head: headOf('simple'), type: 'text/plain', content: 'Total 9' })
    const signed: MailPart = {
      type: 'multipart/signed; protocol="application/pkcs7-signature"',
      parts: [
        {
          type: 'multipart/mixed',
          parts: [plain(), attachFile('signed.pdf', '%PDF-signed', 'application/pdf')],
        },
        attachFile('smime.p7s', 'signature', 'application/pkcs7-signature'),
      ],
    }
    const outlook = writeTnef([{ name: 'a.pdf', content: Buffer.from('%PDF-outlook') }])
    const { files } = await openWith([
      buildMixed('forwarded', [
        plain(),
        attachMail(buildMixed('outer', [attachMail(inner), plain()])),
      ]),
      buildMixed('forwarded text', [plain(), attachMail(simple)]),
      buildMail({ head: headOf('signed'), ...signed }),
      buildMixed('outlook', [plain(), attachFile('winmail.dat', outlook, 'application/ms-tnef')]),
    ])
    const entries = await listFiles(files)
    const texts = await Promise.all(
      entries.map(async ({ path }) => `${toShortPath(path)}: ${await read(files, path)}`),
    )

    expect(texts.map((text) => text.replaceAll('\r\n', ' ')).sort()).toEqual([
      `2026-01-31 forwarded text/simple.eml: ${simple.toString().replaceAll('\r\n', ' ')}`,
      '2026-01-31 forwarded/invoice.pdf: %PDF-1.7 1',
      '2026-01-31 outlook/a.pdf: %PDF-outlook',
      '2026-01-31 signed/signed.pdf: %PDF-signed',
    ])
  })

  test('200 attachments are taken, and what is more or too large is said', async () => {
    const buildAttachments = (count: number) => [
      plain(),
      ...Array.from({ length: count }, (_, index) =>
        attachFile(`${index}.csv`, `a,${index}`, 'text/csv'),
      ),
    ]
    const { files } = await openWith([
      buildMixed('many', buildAttachments(200)),
      buildMixed('too many', buildAttachments(201)),
      buildMixed('large', [
        plain(),
        attachFile('large.pdf', Buffer.alloc(39_000_000), 'application/pdf'),
      ]),
      buildMixed('same names', [invoice, invoice, attachFile('../../etc/passwd.csv', 'x')]),
    ])
    const entries = await listFiles(files)
    const names = entries.map(({ path }) => toShortPath(path))
    const problemOf = (name: string) => read(files, entries[names.indexOf(name)]?.path ?? '')

    expect(names.filter((name) => name.includes(' many/'))).toHaveLength(401)
    await expect(problemOf('2026-01-31 too many/too many.eml')).rejects.toThrow(/201 attachments/)
    await expect(problemOf('2026-01-31 large/large.eml')).rejects.toThrow(/The limit is 50 MB/)
    expect(names.filter((name) => name.includes('same names')).sort()).toEqual([
      '2026-01-31 same names/.. .. etc passwd.csv',
      '2026-01-31 same names/invoice (2).pdf',
      '2026-01-31 same names/invoice.pdf',
    ])
  })

  test('a mail is the same wherever it lies, and two mails are two', async () => {
    const noId = { 'Message-ID': undefined }
    const mails = [
      buildMixed('invoice', [plain(), invoice]),
      buildMixed('no id', [plain(), attachFile('a.csv', 'a,1')], noId),
      buildMixed('no id', [plain(), attachFile('a.csv', 'a,2')], noId),
      buildMixed('same id', [plain(), attachFile('a.csv', 'a,3')], {
        'Message-ID': '<same@example.com>',
      }),
      buildMixed('same id', [plain(), attachFile('a.csv', 'a,34')], {
        'Message-ID': '<same@example.com>',
      }),
      buildMixed('no date', [plain(), invoice], {
        Date: 'yesterday',
        Subject: undefined,
        From: undefined,
      }),
    ]
    const { folder, files } = await openWith([...mails, ...mails])
    await server.deliver(mails, `${folder} copy`)
    const paths = async (one: FileConnector) =>
      (await listFiles(one)).map(({ path }) => path).sort()
    const initialPaths = await paths(files)

    expect(initialPaths).toHaveLength(6)
    expect(await paths(open({ folders: `${folder} copy; ${folder}` }))).toEqual(initialPaths)
    await server.renumber(folder)
    expect(await paths(open({ folders: folder }))).toEqual(initialPaths)
    await server.moveAll(folder, `${folder} moved`)
    const movedMails = open({ folders: `${folder} moved` })
    const texts = await Promise.all(initialPaths.map((path) => read(movedMails, path)))
    expect(texts.sort()).toEqual(['%PDF-1.7 1', '%PDF-1.7 1', 'a,1', 'a,2', 'a,3', 'a,34'])
  })

  test('mails are filtered by sender, subject and age', async () => {
    const { folder } = await openWith([
      buildMixed('Invoice 1', [invoice]),
      buildMixed('Invoice 2', [invoice], { From: 'eve@example.net' }),
      buildMixed('Greetings', [invoice], { From: 'carl@example.org' }),
    ])
    const find = (settings: object) => listNames(open({ folders: folder, ...settings }))

    expect(await find({ senders: 'example.com; carl@example.org; nobody' })).toEqual([
      '2026-01-31 Greetings/invoice.pdf',
      '2026-01-31 Invoice 1/invoice.pdf',
    ])
    expect(await find({ senders: '@example.net', subject: 'invoice' })).toEqual([
      '2026-01-31 Invoice 2/invoice.pdf',
    ])
    expect(await find({ max_age_days: '1' })).toHaveLength(3)
  })

  test('a processed mail is marked, labelled or moved with its copies, and a failed one has its own folder', async () => {
    const mail = buildMixed('one', [invoice])
    const { folder, files: passiveConnector } = await openWith([mail, mail])
    expect(passiveConnector.settleUnit).toBeUndefined()
    const [{ path } = { path: '' }] = await allOf(passiveConnector.list(''))
    const settle = (settings: object, outcome: 'done' | 'failed' = 'done') =>
      open({ folders: folder, ...settings }).settleUnit?.(path, outcome)

    // Only a mail that is moved to a folder that is not read is no longer listed.
    expect(await settle({ after_processing: 'read' })).toBe(false)
    expect((await server.list(folder)).map(({ flags }) => flags)).toEqual(['S', 'S'])
    await settle({ after_processing: 'label', label: 'Processed' })
    expect((await server.list(folder)).map(({ flags }) => flags)).toEqual(['Sa', 'Sa'])
    const failedFolder = { failed_folder: `${folder}/Failed` }
    await settle(failedFolder, 'done')
    expect(await server.list(folder)).toHaveLength(2)
    expect(await settle(failedFolder, 'failed')).toBe(true)
    expect(await server.list(`${folder}/Failed`)).toHaveLength(2)
    // It is gone from its folder, so nothing is left to do.
    await settle({ after_processing: 'move', processed_folder: 'Done' })
    const back = { folders: `${folder}/Failed`, after_processing: 'move', processed_folder: folder }
    await settle(back)
    await settle(back)
    expect(await server.list(folder)).toHaveLength(2)
  })

  test('settings that lack something, and servers that cannot be trusted, are refused by name', async () => {
    expect(() => open({ after_processing: 'move' })).toThrow(
      /Folder for Processed Mails is missing/,
    )
    expect(() => open({ after_processing: 'label' })).toThrow(/Label is missing/)
    expect(() => open({ max_age_days: 'a week' })).toThrow(/must be a number of days/)
    await expect(open({ folders: 'Nowhere' }).check()).rejects.toThrow(
      /The folder does not exist\..*Nowhere.*Check “Folders”/s,
    )
    const tlsSettings = { security: 'tls', port: String(server.tlsPort) }
    await expect(open(tlsSettings).check()).rejects.toThrow(/certificate is not trusted/)
    await expect(open({ security: 'starttls' }).check()).rejects.toThrow(
      /certificate is not trusted/,
    )
    const { certificate } = server
    await open({ ...tlsSettings, certificate }).check()
    await open({ security: 'starttls', certificate }).check()
    await expect(
      open({ host: '127.0.0.2', ...tlsSettings, certificate }).check(),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/refused|unreachable/),
    })
  })

  test('a connection that ends in the middle of a file fails it, and the next attempt has all of it', async () => {
    const content = Buffer.alloc(6_000_000, 'abc')
    const { folder } = await openWith([
      buildMixed('large', [attachFile('a.csv', content, 'text/csv')]),
    ])
    const sockets: Socket[] = []
    let maxBytes = Number.POSITIVE_INFINITY
    const files = open(
      { folders: folder },
      connectorOutside({
        connect: ({ host, port }) =>
          new Promise((resolve, reject) => {
            const socket = connectSocket({ host, port })
            let byteCount = 0
            sockets.push(socket)
            socket.on('data', (chunk) => {
              byteCount += chunk.length
              if (byteCount > maxBytes) socket.destroy()
            })
            socket.pause()
            socket.once('connect', () => resolve(socket))
            socket.once('error', reject)
          }),
      }),
    )
    const [entry] = await listFiles(files)
    maxBytes = 2_000_000
    for (const socket of sockets) socket.destroy()

    await expect(read(files, entry?.path ?? '')).rejects.toMatchObject({ code: 'unreachable' })
    maxBytes = Number.POSITIVE_INFINITY
    expect(await read(files, entry?.path ?? '')).toBe(content.toString())
    server.dropConnections()
    await expect.poll(() => listFiles(files).catch(() => [])).toEqual([entry])
    await server.renumber(folder)
    expect((await read(files, entry?.path ?? '').catch(() => '')) === content.toString()).toBe(
      false,
    )
    expect(await read(files, entry?.path ?? '')).toBe(content.toString())
  })
})
