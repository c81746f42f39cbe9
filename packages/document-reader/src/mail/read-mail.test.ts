import { secureMail } from '@recto/mail-formats/testing/sign-mail'
import { writeTnef } from '@recto/mail-formats/testing/write-tnef'
import { attachFile, buildMail, type MailPart } from '@recto/testkit/build-mail'
import { afterAll, expect, test } from 'vitest'
import { openConverter } from '../converter/open-converter.ts'
import { readAll, readLines, toFile } from '../testing/open-test-converter.ts'
import { writeMsg } from '../testing/write-msg.ts'

const converter = openConverter()
afterAll(() => converter.close())

const mail = [
  'From: =?utf-8?B?SsO8cmdlbg==?= <j@example.com>',
  'To: Ann <ann@example.com>, bob@example.com',
  'Date: Sat, 31 Jan 2026 10:00:00 +0100',
  'Subject: =?iso-8859-1?Q?Rechnung_f=FCr_Mai?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Total:   42,00=20=80',
  '--x',
  'Content-Type: text/csv',
  'Content-Disposition: attachment; filename="../../etc/list.csv"',
  '',
  'a,b',
  '--x',
  'Content-Type: message/rfc822',
  'Content-Disposition: attachment',
  '',
  'From: eve@example.com',
  'Subject: inner',
  '',
  'inside',
  '--x--',
].join('\r\n')

const text: MailPart = { type: 'text/plain', content: 'Total 42' }

const message = {
  from: { name: 'Jürgen', address: 'j@example.com' },
  to: { name: 'Ann', address: 'ann@example.com' },
  subject: 'Rechnung für Mai',
  body: 'Total: 42\r\nBye',
}

test('an Outlook message that is cut off is damaged', async () => {
  const whole = writeMsg(message)

  await expect(
    readAll(converter, toFile(whole.subarray(0, 1024))).then((pages) => pages[0]?.words.length),
  ).rejects.toMatchObject({ name: 'ReadError' })
})

test('there is no attachment beyond the last, and none in what is no mail', async () => {
  await expect(converter.openAttachment(toFile(mail), 2)).rejects.toThrow(RangeError)
  expect(await converter.attachments(toFile('plain text'))).toEqual([])
})

test('a mail is its headers, its attachments by name, and its text', async () => {
  const file = toFile(mail)

  expect(file.type.type).toBe('eml')
  expect(await readLines(converter, file)).toEqual([
    'From: Jürgen <j@example.com>',
    'To: Ann <ann@example.com>, bob@example.com',
    'Date: Sat, 31 Jan 2026 10:00:00 +0100',
    'Subject: Rechnung für Mai',
    'Attachments: ../../etc/list.csv, message.eml',
    'Total:   42,00 €',
  ])
})

test('every attachment of a mail can be opened, also a mail inside', async () => {
  const file = toFile(mail)

  const { attachments } = await converter.readPages(file, async () => {})
  const inner = await converter.openAttachment(file, 1)

  expect(attachments).toEqual([
    { name: '../../etc/list.csv', mimeType: 'text/csv', size: 4 },
    { name: 'message.eml', mimeType: 'message/rfc822', size: inner.bytes.length },
  ])
  expect(await readLines(converter, toFile(inner.bytes))).toEqual([
    'From: eve@example.com',
    'Subject: inner',
    'inside',
  ])
})

const separator = 'From ann@example.com Sat Jan 31 10:00:00 2026'
const inMailbox = (subject: string, body: string) =>
  [separator, 'From: ann@example.com', `Subject: ${subject}`, '', body, '', ''].join('\n')

test('a mailbox is its first message, and each that follows is a mail of its own', async () => {
  const quotedText = `I wrote:\n\n>${separator}\nFrom time to time`
  const encodedLines = [
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('Total 42').toString('base64'),
  ]
  const second = inMailbox('second', '').replace('\n\n', `\n${encodedLines.join('\n')}`)
  const file = toFile(inMailbox('first', quotedText) + second + inMailbox('third', 'Bye'))

  const { attachments } = await converter.readPages(file, async () => {})
  const next = await converter.openAttachment(file, 0)

  expect(attachments.map(({ name }) => name)).toEqual(['message 2.eml', 'message 3.eml'])
  expect(await readLines(converter, file)).toEqual([
    'From: ann@example.com',
    'Subject: first',
    'I wrote:',
    separator,
    'From time to time',
  ])
  expect(await readLines(converter, toFile(next.bytes))).toEqual([
    'From: ann@example.com',
    'Subject: second',
    'Total 42',
  ])
})

test.each([
  ['without a blank line before it', `See\n${separator}\nSubject: inner`],
  ['before no header', `See\n\n${separator}\ninner text`],
  ['without a day', 'See\n\nFrom ann@example.com\nSubject: inner'],
])('a line like the separator of a mailbox %s is text', async (_, body) => {
  const lines = await readLines(converter, toFile(inMailbox('first', body)))

  expect(lines.slice(2)).toEqual(body.split('\n').filter((line) => line !== ''))
})

test('what is in a signed mail or in winmail.dat is read as its own, and an encrypted mail says why it is not', async () => {
  const part = (content: Uint8Array, type: string) => attachFile('part', content, type)
  const { signed: signedPart, encrypted: encryptedPart } = await secureMail(
    buildMail({ type: 'multipart/mixed', parts: [text, attachFile('a.csv', 'a,b', 'text/csv')] }),
  )
  const outlook = writeTnef([{ name: 'b.csv', content: Buffer.from('c,d') }])
  const head = { From: 'bob@example.com' }
  const build = (...parts: MailPart[]) =>
    toFile(buildMail({ head, type: 'multipart/mixed', parts }).toString('latin1'))
  const file = build(
    part(signedPart, 'application/pkcs7-mime'),
    part(outlook, 'application/ms-tnef'),
  )

  expect(await readLines(converter, file)).toEqual([
    'From: bob@example.com',
    'Attachments: a.csv, b.csv',
    'Total 42',
  ])
  expect(Buffer.from((await converter.openAttachment(file, 1)).bytes).toString()).toBe('c,d')
  await expect(
    readLines(converter, build(part(encryptedPart, 'application/pkcs7-mime'))),
  ).rejects.toThrow(/is encrypted/)
})

test('a mail of HTML alone is read as it is shown', async () => {
  const html = [
    'From: a@example.com',
    'Subject: Hi',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Total <b>42</b></p><script>x</script>',
  ].join('\r\n')

  expect(await readLines(converter, toFile(html))).toEqual([
    'From: a@example.com',
    'Subject: Hi',
    'Total 42',
  ])
})

test('an Outlook message reads like a mail, and the message inside it like another', async () => {
  const inner = { ...message, subject: 'inner', body: 'inside' }
  const file = toFile(
    writeMsg({
      ...message,
      attachments: [
        { name: 'list.csv', content: 'a,b' },
        { name: 'inner.msg', content: inner },
      ],
    }),
  )

  expect(file.type).toMatchObject({ type: 'msg', label: 'an Outlook message' })
  expect(await readLines(converter, file)).toEqual([
    'From: Jürgen <j@example.com>',
    'To: Ann <ann@example.com>',
    'Subject: Rechnung für Mai',
    'Attachments: list.csv, inner.msg',
    'Total: 42',
    'Bye',
  ])
  expect(Buffer.from((await converter.openAttachment(file, 0)).bytes).toString()).toBe('a,b')
  const attachment = await converter.openAttachment(file, 1)
  expect(await readLines(converter, toFile(attachment.bytes))).toContain('inside')
})

/** Byte positions of the header and of a directory entry, as [MS-CFB] says. */
const header = { firstTable: 0x4c, directory: 0x30, tables: 0x2c, furtherTables: 0x48 }
const entryBytes = 128
const next = 72
const belowMiniSize = 76

const sectorAt = (bytes: Buffer, number: number) => (bytes[30] === 0x0c ? 4096 : 512) * (number + 1)
const numberAt = (bytes: Buffer, index: number) => bytes.readInt32LE(index)

/** Says of a sector which one follows it. */
function follow(bytes: Buffer, sector: number, nextSector: number): void {
  const table = sectorAt(bytes, numberAt(bytes, header.firstTable))
  bytes.writeInt32LE(nextSector, table + 4 * sector)
}

const circles: Readonly<Record<string, (bytes: Buffer) => void>> = {
  'a directory': (bytes) => {
    const start = numberAt(bytes, header.directory)
    follow(bytes, start, start)
  },
  'small sectors': (bytes) => {
    const root = sectorAt(bytes, numberAt(bytes, header.directory))
    const start = numberAt(bytes, root + 116)
    follow(bytes, start, start)
  },
  entries: (bytes) => {
    const root = sectorAt(bytes, numberAt(bytes, header.directory))
    bytes.writeInt32LE(1, root + belowMiniSize)
    bytes.writeInt32LE(1, root + entryBytes + next)
  },
  'more tables than it has bytes': (bytes) => {
    bytes.writeInt32LE(2 ** 30, header.tables)
    bytes.writeInt32LE(2 ** 30, header.furtherTables)
  },
}

test.each(Object.keys(circles))(
  'an Outlook message is refused before what has no end is followed: %s',
  async (name) => {
    const bytes = Buffer.from(writeMsg(message))
    circles[name]?.(bytes)
    const file = toFile(bytes, 'a.msg')

    await expect(readLines(converter, file)).rejects.toMatchObject({ code: 'broken-file' })
  },
)
