import { packDocx } from '@recto/document-reader/testing/pack-office'
import type { KnownElement, KnownTable, StructuredDocument } from './known-document.ts'

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const run = (text: string) => `<w:r><w:t xml:space="preserve">${escapeText(text)}</w:t></w:r>`
const paragraph = (text: string, properties = '') =>
  `<w:p><w:pPr>${properties}</w:pPr>${run(text)}</w:p>`

const styles = [1, 2, 3]
  .map(
    (level) =>
      `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`,
  )
  .join('')

const level = (index: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = [
  `<w:abstractNum w:abstractNumId="0">${[0, 1, 2].map((i) => level(i, 'bullet', '•')).join('')}</w:abstractNum>`,
  `<w:abstractNum w:abstractNumId="1">${[0, 1, 2].map((i) => level(i, 'decimal', `%${i + 1}.`)).join('')}</w:abstractNum>`,
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
  '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>',
].join('')

/** Writes the same structure as a Word document, with styles for headings and numbering for lists. */
export function writeDocx({ sections }: StructuredDocument): Uint8Array {
  const body = sections.flatMap(({ elements }) => elements.map(writeElement)).join('')
  return packDocx(body, { styles, numbering })
}

function writeElement(element: KnownElement): string {
  switch (element.kind) {
    case 'heading':
      return paragraph(element.text, `<w:pStyle w:val="Heading${element.level}"/>`)
    case 'paragraph':
      return paragraph(element.text)
    case 'figure':
      return paragraph(element.caption)
    case 'list':
      return element.items
        .map(({ text, level }) =>
          paragraph(
            text,
            `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${element.isOrdered ? 2 : 1}"/></w:numPr>`,
          ),
        )
        .join('')
    case 'table':
      return writeTable(element)
  }
}

/** Word repeats a cell that reaches down in each row, marked as the continuation. */
function writeTable({ rows }: KnownTable): string {
  const reach: number[] = []
  const spans: number[] = []
  const lines = rows.map((row) => {
    const cells: string[] = []
    let column = 0
    const continueCells = () => {
      while ((reach[column] ?? 0) > 0) {
        reach[column]! -= 1
        cells.push(writeCell('', spans[column]!, '<w:vMerge/>'))
        column += spans[column]!
      }
    }
    for (const { text, columns, rows: height } of row) {
      continueCells()
      cells.push(writeCell(text, columns, height > 1 ? '<w:vMerge w:val="restart"/>' : ''))
      reach[column] = height - 1
      spans[column] = columns
      column += columns
    }
    continueCells()
    return `<w:tr>${cells.join('')}</w:tr>`
  })
  return `<w:tbl>${lines.join('')}</w:tbl>`
}

function writeCell(text: string, columns: number, merge: string): string {
  const span = columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : ''
  return `<w:tc><w:tcPr>${span}${merge}</w:tcPr>${paragraph(text)}</w:tc>`
}
