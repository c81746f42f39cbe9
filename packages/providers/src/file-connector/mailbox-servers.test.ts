import { once } from 'node:events'
import { connect as connectSocket, createServer, type Socket } from 'node:net'
import type { FileConnector } from '@recto/provider-spec/file-connector'
import { attachFile, buildMail, type MailPart } from '@recto/testkit/build-mail'
import {
  type DovecotServer,
  hasDovecot,
  mailPassword,
  mailUser,
  startDovecot,
} from '@recto/testkit/dovecot-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectorOutside } from '../testing/connector-outside.ts'
import { allOf } from '../testing/file-connector-suite.ts'
import { mailbox } from './mailbox.ts'

const plain: MailPart = { type: 'text/plain', content: 'See attachment' }
const invoice = attachFile('invoice.pdf', '%PDF-1.7 1', 'application/pdf')
let messageIds = 0

const build = (subject: string, parts: readonly MailPart[], changes = {}) =>
  buildMail({
    head: {
      From: 'scanner@example.com',
      Subject: subject,
      Date: 'Sat, 31 Jan 2026 10:00:00 +0100',
      'Message-ID': `<server-${++messageIds}@example.com>`,
      ...changes,
    },
    type: 'multipart/mixed',
    parts,
  })

const picture = (name: string, type: string, bytes: number): MailPart => ({
  type: `${type}; name="${name}"`,
  headers: { 'Content-Disposition': `attachment; filename="${name}"` },
  content: Buffer.alloc(bytes, 7),
})

/** A server between a client and Dovecot. */
type Relay = {
  readonly connect: (target: { readonly host: string; readonly port: number }) => Promise<Socket>
  /** The server notes what clients send. */
  readonly commands: () => string
}

describe.skipIf(!hasDovecot)('a mailbox on an unusual server', () => {
  const cleaning = new AsyncDisposableStack()
  let server: DovecotServer
  beforeAll(async () => {
    server = await startDovecot()
    cleaning.defer(() => server.stop())
  })
  afterAll(() => cleaning.disposeAsync())

  /** Starts a server that changes the replies of Dovecot. */
  async function startRelay(change: (reply: string) => string = (reply) => reply): Promise<Relay> {
    let commands = ''
    const relay = createServer((client) => {
      const upstream = connectSocket({ host: '127.0.0.1', port: server.port })
      client.on('data', (bytes) => {
        commands += bytes.toString('latin1')
        upstream.write(bytes)
      })
      upstream.on('data', (bytes) =>
        client.write(Buffer.from(change(bytes.toString('latin1')), 'latin1')),
      )
      for (const [socket, peer] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        socket.on('error', () => peer.destroy())
        socket.on('close', () => peer.destroy())
      }
    }).listen(0, '127.0.0.1')
    cleaning.defer(() => void relay.close())
    await once(relay, 'listening')
    const address = relay.address()
    const port = typeof address === 'object' && address ? address.port : 0
    return {
      connect: () => connectorOutside().connect({ host: '127.0.0.1', port }),
      commands: () => commands,
    }
  }

  let folders = 0
  async function deliver(mails: readonly Buffer[]): Promise<string> {
    const folder = `server folder ${++folders}`
    await server.deliver(mails, folder)
    return folder
  }

  function open(
    settings: Readonly<Record<string, unknown>>,
    connect?: Relay['connect'],
  ): FileConnector {
    const values = {
      host: '127.0.0.1',
      port: String(server.port),
      security: 'none',
      user: mailUser,
      password: mailPassword,
      ...settings,
    }
    const files = mailbox.open(values, connectorOutside(connect ? { connect } : {}))
    cleaning.defer(() => files.close())
    return files
  }

  async function listNames(files: FileConnector): Promise<string[]> {
    const mails = await allOf(files.list(''))
    const pages = await Promise.all(mails.map(({ path }) => allOf(files.list(path))))
    return pages
      .flat()
      .map(({ path }) => path.replace(/ [\da-f]{16}\//, '/').slice('2026-01-31 '.length))
      .sort()
  }

  test('pictures of the same size are taken, and only small ones of a text are left out next to a document', async () => {
    const scan = (name: string, bytes: number) =>
      build(name, [picture('scan.tif', 'image/tiff', bytes)])
    const logo = picture('image001.png', 'image/png', 15_000)
    const folder = await deliver([
      ...['a', 'b', 'c'].map((name) => scan(name, 300_000)),
      ...['d', 'e', 'f'].map((name) => scan(name, 30_000)),
      build('signed', [plain, invoice, logo]),
      build('logo', [plain, logo]),
      build('photo', [plain, invoice, picture('image001.jpg', 'image/jpeg', 60_000)]),
    ])

    expect(await listNames(open({ folders: folder }))).toEqual([
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}/scan.tif`),
      'logo/image001.png',
      'photo/image001.jpg',
      'photo/invoice.pdf',
      'signed/invoice.pdf',
    ])
  })

  test('a document within the text counts as an attachment, and a picture does not', async () => {
    const inline = (name: string, type: string): MailPart => ({
      type: `${type}; name="${name}"`,
      headers: {
        'Content-Disposition': `inline; filename="${name}"`,
        'Content-ID': `<${name}>`,
      },
      content: Buffer.alloc(30_000, 7),
    })
    const folder = await deliver([
      build('document', [plain, inline('a.pdf', 'application/pdf')]),
      build('picture', [plain, inline('a.png', 'image/png')]),
    ])

    expect(await listNames(open({ folders: folder, needs_attachment: true }))).toEqual([
      'document/a.pdf',
    ])
  })

  test('a server that cannot move a single mail keeps it, and the settings are refused', async () => {
    const { connect } = await startRelay((reply) => reply.replace(/ (?:MOVE|UIDPLUS)\b/g, ''))
    const folder = await deliver([build('one', [invoice])])
    const files = open(
      { folders: folder, after_processing: 'move', processed_folder: 'Done' },
      connect,
    )
    const [mail] = await allOf(files.list(''))

    await expect(files.settleUnit?.(mail?.path ?? '', 'done')).rejects.toThrow(
      /neither MOVE nor UIDPLUS/,
    )
    expect(await server.list(folder)).toHaveLength(1)
    await expect(files.check()).rejects.toThrow(/neither MOVE nor UIDPLUS/)
    await open({ folders: folder, after_processing: 'read' }, connect).check()
  })

  test('a reply that is larger than any mail ends the connection', async () => {
    const { connect } = await startRelay((reply) =>
      reply.replace(/^\* 1 FETCH \(/m, '* 1 FETCH (BODY[] {1000000000}\r\n'),
    )
    const folder = await deliver([build('one', [invoice])])

    await expect(allOf(open({ folders: folder }, connect).list(''))).rejects.toThrow(
      /sends more than a mail may have/,
    )
  })

  test('the certificate must be for the address of the settings', async () => {
    const { certificate } = server
    // Leads to the server whatever the address is.
    const connect = ({ port }: { readonly port: number }) =>
      connectorOutside().connect({ host: '127.0.0.1', port })
    for (const security of ['tls', 'starttls']) {
      const port = String(security === 'tls' ? server.tlsPort : server.port)
      const settings = { security, port, certificate }
      await open(settings, connect).check()
      await expect(open({ ...settings, host: '127.0.0.2' }, connect).check()).rejects.toThrow(
        /certificate/,
      )
    }
  })

  test.each([
    ['does not describe', 'BODYSTRUCTURX ('],
    ['describes in a way that cannot be read', 'BODYSTRUCTURE ) ('],
  ])('a mail that the server %s is a document that fails', async (_, structure) => {
    const { connect } = await startRelay((reply) => reply.replaceAll('BODYSTRUCTURE (', structure))
    const folder = await deliver([build('one', [invoice])])
    const settings = { folders: folder, documents: 'attachments', needs_attachment: true }
    const files = open(settings, connect)
    const [mail] = await allOf(files.list(''))
    const [document] = await allOf(files.list(mail?.path ?? ''))

    expect(document?.path).toMatch(/one [\da-f]{16}\/one\.eml$/)
    await expect(files.open(document?.path ?? '')).rejects.toThrow(
      /does not say what the mail contains/,
    )
  })

  test('a mail is found again without its neighbors, with its copies', async () => {
    const { connect, commands } = await startRelay()
    const undatedHead = { Date: undefined }
    const noId = { Date: undefined, 'Message-ID': undefined }
    const targets = [build('with id', [invoice], undatedHead), build('without id', [invoice], noId)]
    const otherMails = Array.from({ length: 20 }, (_, index) =>
      build(`other ${index}`, [plain], noId),
    )
    const folder = await deliver([...targets, ...otherMails, ...targets])
    const listing = open({ folders: folder, documents: 'attachments' })
    const mails = await allOf(listing.list(''))
    expect(mails).toHaveLength(2)
    for (const { path } of mails) {
      const [file] = await allOf(listing.list(path))
      const settings = { folders: folder, after_processing: 'read', documents: 'attachments' }
      const files = open(settings, connect)
      const start = commands().length
      expect(await files.listUnit?.(path, file?.metadata ?? {})).toEqual([file])
      await files.settleUnit?.(path, 'done')
      const numbers = [
        ...commands()
          .slice(start)
          .matchAll(/UID FETCH ([\d,:]+)/g),
      ].map(([, uids = '']) => uids.split(',').length)
      // Without an id, the headers of the day are looked at, and the content of no other mail.
      if (path.includes('with id')) expect(numbers).toEqual([2])
      else expect(numbers).toEqual([24, 1, 1])
    }
    expect((await server.list(folder)).filter(({ flags }) => flags === 'S')).toHaveLength(4)
    await expect(listing.listUnit?.('2026-01-31 nothing', {})).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
