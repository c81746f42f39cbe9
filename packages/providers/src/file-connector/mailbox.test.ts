import { type Socket, connect as connectSocket } from 'node:net'
import { buffer } from 'node:stream/consumers'
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
import { allOf } from '../testing/file-connector-suite.ts'
import { testFileConnector } from '../testing/file-connector-suite.ts'
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
    return { settings: settingsOf(server), outside: connectorOutside(), folder: '', stop: server.stop }
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
const mixed = (subject: string, parts: readonly MailPart[], changes = {}) =>
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
  const opened: FileConnector[] = []
  beforeAll(async () => {
    server = await startDovecot()
  })
  afterAll(async () => {
    for (const files of opened) await files.close()
    await server?.stop()
  })

  let folders = 0
  /** Delivers mails to a new folder, and opens it. */
  async function openWith(mails: readonly Buffer[], settings: Readonly<Record<string, unknown>> = {}) {
    const folder = `folder ${++folders}`
    await server.deliver(mails, folder)
    const files = open({ folders: folder, ...settings })
    return { folder, files }
  }
  const open = (settings: Readonly<Record<string, unknown>>, outside = connectorOutside()) => {
    const files = mailbox.open({ ...settingsOf(server), ...settings }, outside)
    opened.push(files)
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
      mixed('=?iso-8859-1?Q?Rechnung_f=FCr_Mai?=', [plain(), invoice, attachFile('calendar.ics', 'x')]),
    ])
    const [mail] = await allOf(files.list(''))
    const [entry, ...others] = await listFiles(files)

    expect(mail).toMatchObject({ kind: 'folder', isUnit: true })
    expect(others).toEqual([])
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
    await expect(files.remove(entry?.path ?? '')).rejects.toThrow(/in the settings of the connector/)
  })
})
