/**
 * `npm run bench:markdown`: measures titles, lists, tables and the reading order of the blocks that become Markdown. Documents are made
 * from a known structure and printed by a browser as PDF; the same structures are also read as HTML and as Word documents.
 *
 *   node tools/bench-markdown.ts [--set open|held-out|varied] [--only pdf|html|docx]… [--first SEED] [--documents N] [--misses] [--keep DIR] [--json FILE]
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { blockReadOptions, findDocumentBlocks } from '@recto/document-text/blocks/document-blocks'
import { type Browser, openBrowser } from '../apps/e2e/src/testing/open-browser.ts'
import type { StructuredDocument } from './bench-markdown/known-document.ts'
import type { BenchmarkSet } from './bench-markdown/looks.ts'
import { makeDocument } from './bench-markdown/make-document.ts'
import { type DocumentScore, scoreDocument } from './bench-markdown/score-document.ts'
import { writeDocx } from './bench-markdown/write-docx.ts'
import { writeHtml } from './bench-markdown/write-html.ts'

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: 'open' },
    first: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true },
    documents: { type: 'string', default: '40' },
    misses: { type: 'boolean', default: false },
    keep: { type: 'string' },
    json: { type: 'string' },
  },
})
const set = options.set as BenchmarkSet
const firstSeed = Number(options.first)
const formats = (['pdf', 'html', 'docx'] as const).filter(
  (format) => !options.only || options.only.includes(format),
)
type Format = (typeof formats)[number]

const reader = openReader()

async function printPdf(browser: Browser, document: StructuredDocument): Promise<Buffer> {
  const { runningHead, pageNumbers } = document.look
  const page = await browser.newPage()
  try {
    await page.setContent(writeHtml(document))
    const style = 'font-size:8pt;width:100%;padding:0 20mm'
    const number = '<span class="pageNumber"></span>'
    const numbers = {
      none: '',
      plain: number,
      of: `Page ${number} of <span class="totalPages"></span>`,
    }
    return await page.pdf({
      format: 'A4',
      margin: { top: '24mm', bottom: '22mm', left: '20mm', right: '20mm' },
      printBackground: true,
      displayHeaderFooter: true,
      headerTemplate: `<div style="${style}">${runningHead ?? ''}</div>`,
      footerTemplate: `<div style="${style};text-align:center">${numbers[pageNumbers]}</div>`,
    })
  } finally {
    await page.close()
  }
}

async function bytesOf(
  browser: Browser,
  document: StructuredDocument,
  format: Format,
): Promise<Uint8Array> {
  if (format === 'docx') return writeDocx(document)
  return format === 'pdf' ? printPdf(browser, document) : Buffer.from(writeHtml(document))
}

async function scoreFormat(browser: Browser, format: Format): Promise<readonly DocumentScore[]> {
  const scores: DocumentScore[] = []
  for (let i = 0; i < Number(options.documents); i++) {
    const document = makeDocument(set, firstSeed + i)
    const name = `${document.name}.${format}`
    const bytes = await bytesOf(browser, document, format)
    if (options.keep) await writeFile(join(options.keep, name), bytes)
    const { pages } = await reader.read(bytes, { name, ...blockReadOptions })
    const score = scoreDocument(document, findDocumentBlocks(pages))
    if (options.misses) for (const miss of score.misses) console.log(`  ${name}: ${miss}`)
    scores.push(score)
  }
  return scores
}

const sumOf = (scores: readonly DocumentScore[], count: (score: DocumentScore) => number) =>
  scores.reduce((sum, score) => sum + count(score), 0)
const share = (part: number, whole: number) => (whole === 0 ? '-' : (part / whole).toFixed(3))

function rowOf(format: Format, scores: readonly DocumentScore[]) {
  const tables = scores.flatMap((score) => score.tables)
  const sum = (count: (score: DocumentScore) => number) => sumOf(scores, count)
  const right = sum(({ headings }) => headings.right)
  return {
    set,
    format,
    documents: scores.length,
    tables: tables.length,
    'tree similarity': share(
      tables.reduce((all, one) => all + one, 0),
      tables.length,
    ),
    'headings F1': share(
      2 * right,
      sum(({ headings }) => headings.expected + headings.actual),
    ),
    'right level': share(
      sum(({ headings }) => headings.rightLevel),
      right,
    ),
    'list items': share(
      sum(({ items }) => items.right),
      sum(({ items }) => items.expected),
    ),
    'order errors': share(
      sum(({ order }) => order.errors),
      sum(({ order }) => order.elements),
    ),
  }
}

const browser = await openBrowser()
const rows: object[] = []
for (const format of formats) rows.push(rowOf(format, await scoreFormat(browser, format)))
console.table(rows)
if (options.json) await writeFile(options.json, JSON.stringify(rows, undefined, 2))
await browser.close()
await reader.close()
