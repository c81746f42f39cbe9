import { attachFile, attachMail, buildMail, type MailPart } from '@recto/testkit/build-mail'
import { beforeAll, expect, test } from 'vitest'
import { readTnef, TnefError } from './read-tnef.ts'
import { type SecuredMails, secureMail } from './testing/sign-mail.ts'
import { writeTnef } from './testing/write-tnef.ts'
import { unpackInThread } from './unpack-in-thread.ts'

const head = { From: 'bob@example.com', Subject: 'May: ä', 'Message-ID': '<1@example.com>' }
const plain = { type: 'text/plain; charset=utf-8', content: 'Total: 42' }
const winmail = (content: Buffer) => attachFile('winmail.dat', content, 'application/ms-tnef')
const attachSealed = (content: Buffer) => attachFile('smime.p7m', content, 'application/pkcs7-mime')
const { signal } = new AbortController()

let securedMails: SecuredMails
beforeAll(async () => {
  const part = buildMail({ type: 'multipart/mixed', parts: [plain, attachFile('b.pdf', '%PDF-1')] })
  securedMails = await secureMail(part)
})

const unpack = async (
  mail: Buffer,
  choice: 'attachments' | 'attachments_or_body' | 'mail' = 'attachments_or_body',
) =>
  (await unpackInThread(mail, choice, signal)).map(({ name, bytes, problem }) => [
    name,
    problem ?? Buffer.from(bytes).toString(),
  ])

const buildMixed = (...parts: MailPart[]) => buildMail({ head, type: 'multipart/mixed', parts })

test('files of Outlook are taken out of winmail.dat, also out of messages within it, and pictures of its text are not', async () => {
  const inner = writeTnef([{ name: 'inner.csv', content: Buffer.from('c,d') }])
  const message = writeTnef([
    { name: 'Rechnung Mai.xml', mimeType: 'application/xml', content: Buffer.from('<a/>') },
    { name: 'logo.png', mimeType: 'image/png', content: Buffer.alloc(9000), isHidden: true },
    { name: 'Forwarded', content: inner, isMessage: true },
  ])
  const files = [
    ['Rechnung Mai.xml', '<a/>'],
    ['inner.csv', 'c,d'],
  ]

  expect(await unpack(buildMixed(plain, winmail(message)))).toEqual(files)
  // It is also inside a forwarded mail, and in a mail that needs a thread.
  const large = attachFile('large.txt', 'x'.repeat(200_000))
  const forwardedMail = attachMail(buildMixed(plain, winmail(message), large))
  expect((await unpack(buildMixed(plain, forwardedMail))).map(([name]) => name)).toEqual([
    'Rechnung Mai.xml',
    'inner.csv',
    'large.txt',
  ])
})

test('a mail without a document is its text, wherever that is', async () => {
  const [[name, text] = []] = await unpack(
    buildMixed(winmail(writeTnef([], { html: '<p>Total: 42</p>' }))),
  )
  expect(name).toBe('May: ä.eml')
  expect(text).toMatch(/^From: bob@example\.com\r\nSubject: May: ä\r\nMessage-ID/)
  expect(text).toContain(Buffer.from('<p>Total: 42</p>').toString('base64'))
  expect(await unpack(buildMail({ head, ...plain }), 'attachments')).toEqual([])
})

test('a signed mail is opened, and an encrypted one says why it is not', async () => {
  expect(await unpack(buildMixed(attachSealed(securedMails.signed)))).toEqual([['b.pdf', '%PDF-1']])
  const whole = buildMail({
    head,
    type: 'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m',
    content: securedMails.signed,
  })
  expect(await unpack(whole)).toEqual([['b.pdf', '%PDF-1']])
  expect(await unpack(buildMixed(attachSealed(securedMails.encrypted)))).toEqual([
    ['smime.p7m', expect.stringMatching(/is encrypted/)],
  ])
  expect(await unpack(buildMixed(attachSealed(Buffer.from('what?'))))).toEqual([
    ['smime.p7m', expect.stringMatching(/damaged/)],
  ])
})

test('a file of Outlook that is cut off or claims too much is refused', () => {
  const whole = writeTnef([{ name: 'a.txt', content: Buffer.from('abc') }], { html: '<p>1</p>' })
  const outcomes = Array.from({ length: whole.length }, (_, length) => {
    try {
      readTnef(whole.subarray(0, length))
      return 'read'
    } catch (error) {
      return error instanceof TnefError ? 'refused' : error
    }
  })
  expect(new Set(outcomes)).toEqual(new Set(['refused', 'read']))
  const endless = Buffer.from(whole)
  // The number of properties of the message.
  endless.writeUInt32LE(0xff_ff_ff_ff, whole.indexOf(Buffer.from([3, 0x90, 6, 0])) + 8)
  expect(() => readTnef(endless)).toThrow(TnefError)
})
