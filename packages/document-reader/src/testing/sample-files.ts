import sharp from 'sharp'
import { drawPdf, write } from './draw-pdf.ts'
import { packDocx, packOdf, packPptx, packXlsx, paragraph, shape } from './pack-office.ts'
import { writeMsg } from './write-msg.ts'

const text = 'Invoice 4711\nTotal: 42.00 EUR\n\nDue date,13 April 2026\n'
const cells =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>Total</t></is></c><c r="B1"><v>42</v></c></row>'
const ada = { name: 'Ada', address: 'ada@example.org' }
const mail = [
  'From: ada@example.org\r\nTo: bob@example.org\r\nSubject: =?utf-8?Q?Invoice_=C3=A4?=\r\nMIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Total <b>42.00</b></p>',
  '--b\r\nContent-Type: text/plain; name=a.txt\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVsbG8=\r\n--b--\r\n',
].join('\r\n')

/** A small file of each format, by a name that says which. */
export async function sampleFiles(): Promise<readonly (readonly [string, Uint8Array])[]> {
  const picture = sharp({
    create: { width: 40, height: 30, channels: 3, background: '#88aa33' },
  })
  const pdf = drawPdf((drawing) => {
    write(drawing, 'Total 42.00', 50, 100)
    drawing.rect(50, 120, 100, 20).stroke()
  })
  return [
    ['a.pdf', await pdf],
    ['a.docx', packDocx(paragraph('Total: 42.00') + paragraph('Due date'))],
    ['a.xlsx', packXlsx([{ name: 'Sheet', xml: `<sheetData>${cells}</sheetData>` }])],
    ['a.pptx', packPptx([shape(['Total 42.00', 'Due date'])])],
    ['a.odt', packOdf('text', '<text:p>Total 42.00</text:p><text:h>Due</text:h>')],
    ['a.eml', Buffer.from(mail)],
    ['a.msg', writeMsg({ from: ada, to: ada, subject: 'Invoice', body: 'Total 42.00' })],
    [
      'a.html',
      Buffer.from(`<!doctype html><!-- a --><table><tr><td>Total<td>42</table><p>${text}`),
    ],
    [
      'a.xml',
      Buffer.from(`<?xml version="1.0"?><a x="1"><b>Total</b><c>42</c><!-- ${text} --></a>`),
    ],
    ['a.json', Buffer.from('{"total": 42.0, "lines": [{"text": "a"}, {"text": "b", "n": null}]}')],
    ['a.csv', Buffer.from('Name,Total\n"Ada, B.",42\nBob,"1 ""x"""\n')],
    ['a.txt', Buffer.from(text)],
    ['a.png', await picture.clone().png().toBuffer()],
    ['a.jpg', await picture.clone().jpeg().toBuffer()],
    ['a.tiff', await picture.clone().tiff().toBuffer()],
    ['a.gif', await picture.clone().gif().toBuffer()],
  ]
}
