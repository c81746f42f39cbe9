import { crc32, deflateSync } from 'node:zlib'
import { heavyPdf } from '@recto/document-reader/testing/draw-pdf'
import { zipSync } from 'fflate'
import type { Sample } from './samples.ts'

const encoder = new TextEncoder()
const megabyte = 1_000_000

/** Returns files that are designed to exhaust the resources of a reader, each in its own way. */
export function makeHostileFiles(): Sample[] {
  return [
    { name: 'zip-bomb.docx', bytes: zipBomb() },
    { name: 'huge-dimensions.png', bytes: hugePng(60_000) },
    { name: 'hundred-thousand-pages.pdf', bytes: manyPages(100_000) },
    { name: 'cyclic-pages.pdf', bytes: cyclicPages() },
    { name: 'endless-drawing.pdf', bytes: heavyPdf('0 0 m 9 9 l S ', 400) },
    { name: 'truncated.pdf', bytes: heavyPdf('0 0 m 9 9 l S ', 1).subarray(0, 700) },
    {
      name: 'image.pdf',
      bytes: Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46),
    },
    { name: 'entities.xml', bytes: encoder.encode(entityBomb()) },
    { name: 'deep.html', bytes: encoder.encode(`<html>${'<div>'.repeat(300_000)}deep`) },
    { name: 'wide.csv', bytes: encoder.encode(`${'a,'.repeat(2 * megabyte)}\n`.repeat(3)) },
  ]
}

function zipBomb(): Uint8Array {
  const zeros = new Uint8Array(500 * megabyte)
  return zipSync({
    '[Content_Types].xml': encoder.encode('<Types/>'),
    'word/document.xml': zeros,
  })
}

/** Returns a PNG whose header announces more pixels than fit into memory. */
function hugePng(side: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(50 * megabyte), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function manyPages(count: number): Uint8Array {
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>'
  const kids = Array.from({ length: count }, (_, i) => `${i + 3} 0 R`).join(' ')
  const pages = Array.from({ length: count }, (_, i) => `${i + 3} 0 obj ${page} endobj`).join('\n')
  return encoder.encode(`%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Count ${count}/Kids[${kids}]>> endobj
${pages}
trailer <</Root 1 0 R>>
%%EOF
`)
}

function cyclicPages(): Uint8Array {
  return encoder.encode(`%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Count 2/Parent 3 0 R/Kids[3 0 R]>> endobj
3 0 obj <</Type/Pages/Count 2/Parent 2 0 R/Kids[2 0 R]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`)
}

function entityBomb(): string {
  const levels = Array.from({ length: 12 }, (_, i) => {
    const innerEntity = i === 0 ? 'lol' : `&e${i - 1};`
    return `<!ENTITY e${i} "${innerEntity.repeat(10)}">`
  })
  return `<?xml version="1.0"?><!DOCTYPE r [${levels.join('')}]><r>&e11;</r>`
}
