import type { FoundFile } from './judge-reading.ts'

const sentence = 'Zahlbar bis Märzende: 1.234,50 € für Löffel und Größe “M” – danke'
const latinSentence = 'Zahlbar bis Märzende: 1.234,50 für Löffel und Größe'
const rows = [
  ['Name', 'Größe', 'Betrag'],
  ['Müller & Söhne', '12', '1234.50'],
  ['Çelik, Ayşe', '7', '42.00'],
]
const bigEndianOf = (text: string) => Buffer.from(text, 'utf16le').swap16()

/** Texts, tables and mails in the encodings that programs of other countries and years write. */
export function encodedTexts(): readonly FoundFile[] {
  const prose = `${sentence}\n\n${sentence}\n`
  const table = (separator: string) =>
    rows.map((cells) => cells.map((cell) => quote(cell, separator)).join(separator)).join('\r\n')
  return [
    ['utf-8.txt', Buffer.from(prose)],
    ['utf-8 with a mark.txt', Buffer.from(`\uFEFF${prose}`)],
    ['utf-16 little.txt', Buffer.from(`\uFEFF${prose}`, 'utf16le')],
    ['utf-16 big.txt', bigEndianOf(`\uFEFF${prose}`)],
    ['latin-1.txt', Buffer.from(latinSentence, 'latin1')],
    ['dos line ends.txt', Buffer.from(prose.replaceAll('\n', '\r\n'))],
    ['old mac line ends.txt', Buffer.from(prose.replaceAll('\n', '\r'))],
    ['no ending', Buffer.from(prose)],
    ['comma.csv', Buffer.from(table(','))],
    ['semicolon.csv', Buffer.from(table(';'))],
    ['tab.tsv', Buffer.from(table('\t'))],
    ['utf-16.csv', Buffer.from(`\uFEFF${table(';')}`, 'utf16le')],
    ['latin-1.csv', Buffer.from('Name;Größe\r\nMüller;12\r\n', 'latin1')],
    [
      'notes.md',
      Buffer.from('# Offer\n\n- **Oak** boards\n- Glue\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'),
    ],
    ['rows.json', Buffer.from(JSON.stringify({ rows }))],
    ['lines.jsonl', Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'))],
    [
      'latin-1.xml',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Größe</a>', 'latin1'),
    ],
    [
      'latin-1.html',
      Buffer.from(
        '<html><head><meta charset="iso-8859-1"></head><body><p>Größe</p></body></html>',
        'latin1',
      ),
    ],
    ['person.vcf', Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Müller\r\nEND:VCARD\r\n')],
    [
      'meeting.ics',
      Buffer.from(
        'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Review\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      ),
    ],
    [
      'program.log',
      Buffer.from('2026-11-30 12:00:00 INFO started\n2026-11-30 12:00:01 WARN slow\n'),
    ],
    ...mails(),
  ].map(([name, bytes]) => ({ name: name as string, bytes: bytes as Uint8Array }))
}

const quote = (cell: string, separator: string) => (cell.includes(separator) ? `"${cell}"` : cell)

const head = (subject: string) =>
  `From: ada@example.org\r\nTo: bob@example.org\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\n`

function mails(): readonly (readonly [name: string, bytes: Uint8Array])[] {
  const plain = (charset: string, encoding: string, body: string) =>
    `${head('Offer')}Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`
  const inner = plain('utf-8', '8bit', sentence)
  const parts = [
    'Content-Type: text/plain\r\n\r\nSee the file.',
    'Content-Type: message/rfc822\r\n\r\n'.concat(inner),
    `Content-Type: text/csv; name=rows.csv\r\nContent-Disposition: attachment; filename=rows.csv\r\n\r\nName;Total\r\nAda;42\r\n`,
  ]
  const nested = `${head('Nested')}Content-Type: multipart/mixed; boundary=x\r\n\r\n${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--\r\n`
  return [
    ['plain.eml', Buffer.from(inner)],
    ['base64.eml', Buffer.from(plain('utf-8', 'base64', Buffer.from(sentence).toString('base64')))],
    ['quoted.eml', Buffer.from(plain('iso-8859-1', 'quoted-printable', 'Gr=F6=DFe 12=\r\n34'))],
    ['latin-1.eml', Buffer.from(plain('iso-8859-1', '8bit', latinSentence), 'latin1')],
    ['nested.eml', Buffer.from(nested)],
    [
      'archive.mbox',
      Buffer.from(
        `From ada@example.org Mon Nov 30 10:00:00 2026\r\n${inner}\r\n\r\nFrom ada@example.org Mon Nov 30 11:00:00 2026\r\n${inner.replace('Offer', 'Second offer')}\r\n`,
      ),
    ],
  ]
}
