import { invoiceOf, writeUbl } from '@recto/document-reader/testing/write-invoice'
import { attachFile, attachMail, buildMail, type MailPart } from '@recto/testkit/build-mail'
import { makeTool, type TestTool } from './make-tool.ts'
import type { Person } from './people.ts'

/** A mail of a mailbox, with the rows that it becomes. */
type SampleMail = {
  readonly folder: 'INBOX' | 'Second'
  readonly content: Buffer
  /** The same mail may lie in several places. */
  readonly rows: readonly string[]
}

export const invoiceFile = (index: number): Buffer => Buffer.from(writeUbl(invoiceOf(index)))
const fileName = (index: number) => `invoice-${String(index).padStart(4, '0')}.xml`
export const attachInvoice = (index: number): MailPart =>
  attachFile(fileName(index), invoiceFile(index), 'application/xml')

/** The row of a document, as `describeRow` writes it. */
const rowOf = (index: number, subject: string, hasId = true) =>
  [
    subject,
    fileName(index),
    Number(invoiceOf(index).total),
    hasId ? `<${index}@example.com>` : null,
  ].join('|')

/** Describes a row of the table by the mail, the file and the value. */
export const describeRow = (row: Readonly<Record<string, unknown>>): string =>
  [
    row.source_subject,
    String(row.file_path).split('/').at(-1),
    Number(row.total),
    row.source_message_id,
  ].join('|')

const plain: MailPart = { type: 'text/plain; charset=utf-8', content: 'Please pay.' }
const logo: MailPart = {
  type: 'image/png; name="logo.png"',
  headers: { 'Content-ID': '<logo>' },
  content: Buffer.alloc(9000, 1),
}

type Shape = (index: number) => MailPart

const buildMixed = (...parts: readonly MailPart[]): MailPart => ({ type: 'multipart/mixed', parts })

/** Ways in which an invoice comes in a mail. */
const shapes: readonly Shape[] = [
  (index) => buildMixed(plain, attachInvoice(index)),
  (index) => {
    const inner = buildMail({
      head: { Subject: 'Fwd' },
      ...buildMixed(plain, attachInvoice(index)),
    })
    return buildMixed(plain, attachMail(inner))
  },
  (index) => ({
    type: 'multipart/signed; protocol="application/pkcs7-signature"',
    parts: [
      buildMixed(plain, attachInvoice(index)),
      attachFile('smime.p7s', 'x', 'application/pkcs7-signature'),
    ],
  }),
  (index) => {
    const html = { type: 'text/html', content: '<img src="cid:logo">' }
    return buildMixed({ type: 'multipart/related', parts: [html, logo] }, attachInvoice(index))
  },
  (index) =>
    buildMixed(
      { type: 'text/plain; charset=x-nobody-knows', content: 'Grüße' },
      attachInvoice(index),
    ),
  attachInvoice,
]

/** Creates mails in many shapes. Each fifth has no id, and some lie in a folder twice or in two folders. */
export function createSampleMails(count: number): readonly SampleMail[] {
  return Array.from({ length: count }, (_, index) => createMails(index)).flat()
}

function createMails(index: number): readonly SampleMail[] {
  const hasId = index % 5 !== 4
  const subject = index % 7 === 3 ? `Rechnung für Auftrag ${index}` : `Invoice ${index}`
  const head = {
    From: index % 2 === 0 ? 'Bob <bob@example.com>' : 'carl@example.org',
    // Some programs write letters as they are, without saying how.
    Subject: index % 14 === 3 ? `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=` : subject,
    Date: index % 11 === 10 ? undefined : `${(index % 27) + 1} Jan 2026 10:00:00 +0100`,
    'Message-ID': hasId ? `<${index}@example.com>` : undefined,
  }
  const part = shapes[index % shapes.length]?.(index) ?? plain
  const content = buildMail({ head, ...part })
  const mail: SampleMail = { folder: 'INBOX', content, rows: [rowOf(index, subject, hasId)] }
  const copies: readonly SampleMail[] = [mail, { ...mail, folder: 'Second' }]
  return [mail, ...(index % 6 === 1 ? [mail] : []), ...(index % 6 === 2 ? copies.slice(1) : [])]
}

/** A mail with many invoices. */
export const createLargeMail = (first: number, count: number): SampleMail => {
  const numbers = Array.from({ length: count }, (_, index) => first + index)
  const subject = `${count} invoices`
  const head = {
    From: 'bob@example.com',
    Subject: subject,
    'Message-ID': `<many-${first}@example.com>`,
  }
  return {
    folder: 'INBOX',
    content: buildMail({ head, ...buildMixed(plain, ...numbers.map(attachInvoice)) }),
    rows: numbers.map((index) =>
      [subject, fileName(index), Number(invoiceOf(index).total), head['Message-ID']].join('|'),
    ),
  }
}

/** Makes a tool that reads the total of these invoices. */
export const makeInvoiceTool = (person: Person): Promise<TestTool> =>
  makeTool(person, {
    name: 'Invoices',
    fields: [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }],
    sample: { name: fileName(0), content: invoiceFile(0), type: 'application/xml' },
  })
