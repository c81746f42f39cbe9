import { pack } from '@recto/document-reader/testing/pack-office'
import {
  lineCents,
  totalsOf,
  writeDate,
  writeMoney,
  writeNumber,
} from '@recto/testkit/samples/invoice-data'
import type { RealisticInvoice } from './companies.ts'
import { labelsOf } from './labels.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const openXml = 'http://schemas.openxmlformats.org'
const relation = `${openXml}/officeDocument/2006/relationships`
const packageRelations = `xmlns="${openXml}/package/2006/relationships"`
const typesNamespace = `xmlns="${openXml}/package/2006/content-types"`
type Target = readonly [kind: string, path: string]

const relationsTo = (targets: readonly Target[]) => {
  const list = targets.map(
    ([kind, path], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relation}/${kind}" Target="${path}"/>`,
  )
  return `${declaration}<Relationships ${packageRelations}>${list.join('')}</Relationships>`
}

const contentTypes = (overrides: readonly (readonly [part: string, type: string])[]) => {
  const list = overrides.map(
    ([part, type]) =>
      `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  )
  const defaults =
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>'
  return `${declaration}<Types ${typesNamespace}>${defaults}${list.join('')}</Types>`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const run = (text: string, isBold = false) =>
  `<w:r>${isBold ? '<w:rPr><w:b/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`
const paragraph = (text: string, isBold = false) => `<w:p>${run(text, isBold)}</w:p>`
const row = (cells: readonly string[]) =>
  `<w:tr>${cells.map((cell) => `<w:tc><w:tcPr><w:tcW w:w="2300" w:type="dxa"/></w:tcPr>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`
const tableOf = (rows: readonly (readonly string[])[]) =>
  `<w:tbl><w:tblPr><w:tblW w:w="9200" w:type="dxa"/></w:tblPr>${rows.map(row).join('')}</w:tbl>`

const emblemUnits = 720_000

const emblem = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="${emblemUnits}" cy="${emblemUnits}"/><wp:docPr id="1" name="Logo"/><a:graphic><a:graphicData uri="${openXml}/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="Logo"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${emblemUnits}" cy="${emblemUnits}"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`

const wordNamespaces = [
  `xmlns:w="${openXml}/wordprocessingml/2006/main"`,
  `xmlns:r="${relation}"`,
  `xmlns:wp="${openXml}/drawingml/2006/wordprocessingDrawing"`,
  `xmlns:a="${openXml}/drawingml/2006/main"`,
  `xmlns:pic="${openXml}/drawingml/2006/picture"`,
].join(' ')

/** Writes an invoice as a Word document with a logo and two tables. */
export function writeWordInvoice(invoice: RealisticInvoice, logo: Uint8Array): Uint8Array {
  const labels = labelsOf[invoice.language]
  const body = [
    emblem,
    paragraph(labels.title, true),
    paragraph([invoice.seller.name, ...invoice.seller.address].join(', ')),
    paragraph(
      `${labels.customer}: ${[invoice.customer.name, ...invoice.customer.address].join(', ')}`,
    ),
    tableOf([
      [labels.number, invoice.number],
      [labels.issuedOn, writeDate(invoice.issuedOn, invoice.style)],
      [labels.dueOn, writeDate(invoice.dueOn, invoice.style)],
    ]),
    paragraph(''),
    tableOf([
      [labels.description, labels.quantity, labels.price, labels.amount],
      ...cellsOf(invoice),
    ]),
    ...totalRowsOf(invoice).map(([label, value]) => paragraph(`${label}: ${value}`)),
    paragraph(`${labels.pay}: IBAN ${invoice.bank.iban}, BIC ${invoice.bank.bic}`),
  ]
  return pack({
    '[Content_Types].xml': contentTypes([['word/document.xml', 'wordprocessingml.document.main']]),
    '_rels/.rels': relationsTo([['officeDocument', 'word/document.xml']]),
    'word/document.xml': `${declaration}<w:document ${wordNamespaces}><w:body>${body.join('')}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationsTo([['image', 'media/logo.png']]),
    'word/media/logo.png': logo,
  })
}

const cellsOf = ({ lines, style }: RealisticInvoice) =>
  lines.map((line) => [
    line.description,
    String(line.quantity),
    writeNumber(line.unitPriceCents, style),
    writeNumber(lineCents(line), style),
  ])

function totalRowsOf(invoice: RealisticInvoice) {
  const labels = labelsOf[invoice.language]
  const { subtotalCents, taxCents, totalCents } = totalsOf(invoice)
  return [
    [labels.net, writeMoney(subtotalCents, invoice)],
    [`${labels.tax} ${invoice.taxPercent}%`, writeMoney(taxCents, invoice)],
    [labels.total, writeMoney(totalCents, invoice)],
  ] as const
}

type Cell = string | number | { readonly serialDay: number }

const dayMilliseconds = 86_400_000
/** Returns a date as spreadsheets count days. */
const dayCell = (isoDate: string): Cell => ({
  serialDay: Date.parse(isoDate) / dayMilliseconds + 25_569,
})

function writeCell(cell: Cell, reference: string): string {
  if (typeof cell === 'number') return `<c r="${reference}" s="2"><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c r="${reference}" s="1"><v>${cell.serialDay}</v></c>`
  return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
}

const sheetOf = (rows: readonly (readonly Cell[])[]) => {
  const list = rows.map((cells, index) => {
    const cellTexts = cells.map((cell, column) => writeCell(cell, `${'ABCD'[column]}${index + 1}`))
    return `<row r="${index + 1}">${cellTexts.join('')}</row>`
  })
  return `${declaration}<worksheet xmlns="${openXml}/spreadsheetml/2006/main"><sheetData>${list.join('')}</sheetData></worksheet>`
}

/** The formats of dates and amounts. */
const sheetStyles = `${declaration}<styleSheet xmlns="${openXml}/spreadsheetml/2006/main"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`

/** Writes an invoice as a workbook with typed cells. */
export function writeSheetInvoice(invoice: RealisticInvoice): Uint8Array {
  const labels = labelsOf[invoice.language]
  const { subtotalCents, taxCents, totalCents } = totalsOf(invoice)
  const rows: readonly (readonly Cell[])[] = [
    [invoice.seller.name],
    [invoice.seller.address.join(', ')],
    [],
    [labels.number, invoice.number],
    [labels.issuedOn, dayCell(invoice.issuedOn)],
    [labels.dueOn, dayCell(invoice.dueOn)],
    [labels.customer, invoice.customer.name],
    [],
    [labels.description, labels.quantity, labels.price, labels.amount],
    ...invoice.lines.map((line) => [
      line.description,
      line.quantity,
      line.unitPriceCents / 100,
      lineCents(line) / 100,
    ]),
    [],
    [labels.net, '', '', subtotalCents / 100],
    [`${labels.tax} ${invoice.taxPercent}%`, '', '', taxCents / 100],
    [labels.total, '', '', totalCents / 100],
  ]
  return pack({
    '[Content_Types].xml': contentTypes([
      ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ['xl/styles.xml', 'spreadsheetml.styles'],
    ]),
    '_rels/.rels': relationsTo([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `${declaration}<workbook xmlns="${openXml}/spreadsheetml/2006/main" xmlns:r="${relation}"><sheets><sheet name="${labels.title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsTo([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/worksheets/sheet1.xml': sheetOf(rows),
    'xl/styles.xml': sheetStyles,
  })
}

/** Writes an invoice as a mail with a plain and a formatted text and a logo. */
export function writeMailInvoice(invoice: RealisticInvoice, logo: Uint8Array): Uint8Array {
  const labels = labelsOf[invoice.language]
  const facts = [
    [labels.number, invoice.number],
    [labels.issuedOn, writeDate(invoice.issuedOn, invoice.style)],
    [labels.dueOn, writeDate(invoice.dueOn, invoice.style)],
  ] as const
  const totals = totalRowsOf(invoice)
  const plain = [
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    ...cellsOf(invoice).map(([name, quantity, , amount]) => `${quantity} x ${name}: ${amount}`),
    '',
    ...totals.map(([label, value]) => `${label}: ${value}`),
  ]
  const cells = (values: readonly string[]) =>
    `<tr>${values.map((value) => `<td>${escapeXml(value)}</td>`).join('')}</tr>`
  const html = [
    '<html><body><img src="cid:logo" width="48" height="48">',
    `<p>${escapeXml(invoice.seller.name)}</p><table>${facts.map(cells).join('')}</table>`,
    `<table border="1">${cellsOf(invoice).map(cells).join('')}</table>`,
    `<table>${totals.map(cells).join('')}</table></body></html>`,
  ]
  const lines = [
    `From: ${invoice.seller.name} <${invoice.seller.email}>`,
    `To: ${invoice.customer.name} <${invoice.customer.email}>`,
    `Date: ${new Date(invoice.issuedOn).toUTCString().replace('GMT', '+0000')}`,
    `Subject: ${labels.title} ${invoice.number}`,
    `Message-ID: <${invoice.number}@mail.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary="outer"',
    '',
    '--outer',
    'Content-Type: multipart/alternative; boundary="inner"',
    '',
    '--inner',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...plain,
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    ...html,
    '--inner--',
    '--outer',
    'Content-Type: image/png; name="logo.png"',
    'Content-Disposition: inline; filename="logo.png"',
    'Content-ID: <logo>',
    'Content-Transfer-Encoding: base64',
    '',
    ...(Buffer.from(logo)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '--outer--',
    '',
  ]
  return new TextEncoder().encode(lines.join('\r\n'))
}
