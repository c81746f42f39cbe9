import { crc32, deflateSync } from 'node:zlib'

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A grey picture of 8 bits: `greyAt` gives 0 (black) to 255 (white). */
function greyPng(
  width: number,
  height: number,
  greyAt: (x: number, y: number) => number,
): Uint8Array {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = greyAt(x, y)

  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', new Uint8Array()),
    ]),
  )
}

/** What a scanner makes of a page, seen from afar: grey paper and lines of dark word shapes. */
export function scanOfAPage(): Uint8Array {
  const isInk = (x: number, y: number) => {
    const line = Math.floor(y / 28)
    const isText = x > 90 && x < 740 - (line % 5) * 60 && y > 120 && y < 1000
    return isText && y % 28 < 11 && (x * 7 + line * 31) % 97 > 18
  }
  return greyPng(827, 1169, (x, y) => (isInk(x, y) ? 40 : 236 + ((x * 13 + y * 29) % 9)))
}

/**
 * The smallest honest JPEG: one grey block of 8 by 8 pixels. Both Huffman tables know one code,
 * "no difference" and "end of block", so the picture itself is two zero bits.
 */
export function greyJpeg(): Uint8Array {
  const table = (kind: number) => [0xff, 0xc4, 0, 20, kind, 1, ...new Array<number>(15).fill(0), 0]
  return Uint8Array.from([
    0xff,
    0xd8,
    0xff,
    0xdb,
    0,
    67,
    0,
    ...new Array<number>(64).fill(1),
    0xff,
    0xc0,
    0,
    11,
    8,
    0,
    8,
    0,
    8,
    1,
    1,
    0x11,
    0,
    ...table(0x00),
    ...table(0x10),
    0xff,
    0xda,
    0,
    8,
    1,
    1,
    0,
    0,
    63,
    0,
    0x3f,
    0xff,
    0xd9,
  ])
}
