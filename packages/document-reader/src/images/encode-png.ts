import { crc32, deflateSync } from 'node:zlib'
import type { PageImage } from './page-image.ts'

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const colourTypes = { 1: 0, 3: 2 } as const
const bitsPerChannel = 8
/** Each byte is stored as its difference from the byte above it. */
const filterUp = 2
/** Pages are mostly white, so more effort hardly makes them smaller. */
const level = 4

/** https://www.w3.org/TR/png-3/ */
export function encodePng(image: PageImage): Uint8Array<ArrayBuffer> {
  const { width, height, channels } = image
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bitsPerChannel
  header[9] = colourTypes[channels]
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filtered(image), { level })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

function filtered({ width, height, channels, pixels }: PageImage): Uint8Array {
  const rowBytes = width * channels
  const rows = new Uint8Array((rowBytes + 1) * height)
  let to = 0
  for (let row = 0; row < height; row++) {
    rows[to++] = filterUp
    for (let index = row * rowBytes; index < (row + 1) * rowBytes; index++)
      rows[to++] = pixels[index]! - (row === 0 ? 0 : pixels[index - rowBytes]!)
  }
  return rows
}

function chunk(type: string, data: Uint8Array): Buffer {
  const framedChunk = Buffer.alloc(data.length + 12)
  framedChunk.writeUInt32BE(data.length, 0)
  framedChunk.write(type, 4, 'latin1')
  framedChunk.set(data, 8)
  framedChunk.writeUInt32BE(crc32(framedChunk.subarray(4, data.length + 8)), data.length + 8)
  return framedChunk
}
