/**
 * `npm run bench:photographs`: measures what is read of photographs of paper that is not flat. Pages are drawn, and bent, shaded and
 * blurred by code, each kind of distortion twice.
 *
 *   node tools/bench-photographs.ts [--mode high_quality|low_cost] [--only KIND] [--json FILE]
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { write } from '@recto/document-reader/testing/draw-pdf'
import { drawTextImage } from '@recto/document-reader/testing/draw-text-image'
import { toPlainText } from '@recto/document-text/page-lines'
import type { ReadMode } from '@recto/document-text/reader'
import sharp from 'sharp'
import { openRandom } from './bench-boxes/random.ts'
import { distortions, type Grey, photograph } from './bench-photographs/distort.ts'
import { recall, wordsOf } from './bench-reading/text-scores.ts'

const { values: options } = parseArgs({
  options: {
    mode: { type: 'string', default: 'high_quality' },
    only: { type: 'string' },
    json: { type: 'string' },
  },
})
const mode = options.mode as ReadMode
const seedsOfKind = [1, 2]
const words =
  'the invoice was sent to our office on Monday and must be paid within thirty days please transfer amount of 1,284.50 with number RE-2041 delivery contains seven chairs two tables ordered in March from Northwind Paper Limited 9 Quay Road Bristol telephone 0117 4960 customers receive discount when they order more than twelve pieces before end April'.split(
    ' ',
  )

/** Lines of words in a random order, as a person would photograph a letter. */
function linesOf(seed: number): readonly string[] {
  const random = openRandom(seed * 7919)
  return Array.from({ length: 16 }, () =>
    Array.from({ length: 8 }, () => random.pick(words)).join(' '),
  )
}

async function drawPage(seed: number): Promise<{ readonly page: Grey; readonly text: string }> {
  const lines = linesOf(seed)
  const font = ['Helvetica', 'Times-Roman'][seed % 2]!
  const page = await drawTextImage(
    (drawing) => {
      drawing.font(font)
      for (const [i, line] of lines.entries()) write(drawing, line, 50, 50 + i * 20)
    },
    { dpi: 170, pdf: { size: [480, 420] } },
  )
  return { page, text: lines.join('\n') }
}

const reader = openReader()

async function recallOf(bytes: Uint8Array, text: string): Promise<{ recall: number; ms: number }> {
  const start = performance.now()
  const read = toPlainText(await reader.read(bytes, { mode }))
  return { recall: recall(wordsOf(text), wordsOf(read)), ms: performance.now() - start }
}

const rows: object[] = []
for (const distortion of distortions) {
  if (options.only && options.only !== distortion.name) continue
  for (const seed of seedsOfKind) {
    const { page, text } = await drawPage(seed)
    const flatPage = sharp(page.pixels, {
      raw: { width: page.width, height: page.height, channels: 1 },
    })
    const flat = await recallOf(await flatPage.png().toBuffer(), text)
    const bentPage = await recallOf(await photograph(page, distortion, seed), text)
    const row = {
      distortion: distortion.name,
      seed,
      flat: flat.recall.toFixed(3),
      photograph: bentPage.recall.toFixed(3),
      seconds: (bentPage.ms / 1000).toFixed(1),
    }
    rows.push(row)
    console.log(Object.values(row).join('  '))
  }
}
if (options.json) await writeFile(options.json, JSON.stringify(rows, null, 2))
await reader.close()
