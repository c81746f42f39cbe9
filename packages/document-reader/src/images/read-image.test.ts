import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openConverter } from '../converter/open-converter.ts'
import { toFile } from '../testing/open-test-converter.ts'
import { countFrames, readFrame } from './read-image.ts'

const converter = openConverter()
afterAll(() => converter.close())

/** Left half red, right half white. */
function picture(width = 80, height = 40) {
  const red = { r: 255, g: 0, b: 0 }
  const half = { create: { width: width / 2, height, channels: 3, background: red } } as const
  return sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
    { input: half, left: 0, top: 0 },
  ])
}

function pixelAt(
  image: { width: number; channels: number; pixels: Uint8Array },
  x: number,
  y: number,
) {
  const index = (y * image.width + x) * image.channels
  return [...image.pixels.subarray(index, index + image.channels)]
}

function bitmap(bits: 8 | 24): Uint8Array {
  const palette = bits === 8 ? 1024 : 0
  const file = Buffer.alloc(54 + palette + 8 * 2)
  file.write('BM')
  file.writeUInt32LE(54 + palette, 10)
  file.writeUInt32LE(40, 14)
  file.writeInt32LE(2, 18)
  file.writeInt32LE(2, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(bits, 28)
  if (bits === 8) file.set([0, 0, 255, 0], 54 + 4 * 7)
  // The bottom row comes first; its first pixel is red, blue coming first.
  file.set(bits === 8 ? [7] : [0, 0, 255], 54 + palette)
  return file
}

test('a picture of more than 100 million pixels is refused before it is decoded', async () => {
  const header = Buffer.from(await picture().png().toBuffer())
  header.writeUInt32BE(30_000, 16)
  header.writeUInt32BE(30_000, 20)

  await expect(readFrame(toFile(header, 'huge.png'), 0)).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringContaining('“huge.png” has too many pixels'),
  })
})

test('a JPEG that is cut off is damaged, not half read', async () => {
  const whole = await picture(400, 400).jpeg().toBuffer()

  await expect(readFrame(toFile(whole.subarray(0, whole.length / 2)), 0)).rejects.toMatchObject({
    code: 'broken-file',
  })
})

test('a page in black and white that was scanned very finely is read, and made smaller', async () => {
  const width = 10_200
  const height = 13_200
  const scan = sharp({
    create: { width, height, channels: 3, background: 'white' },
    limitInputPixels: false,
  })
  const bytes = await scan
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, xres: 1200 / 25.4, yres: 1200 / 25.4 })
    .toBuffer()
  const { image, pointsPerPixel } = await readFrame(toFile(bytes, 'scan.tif'), 0)

  expect(image).toMatchObject({ height: 5000, channels: 1 })
  expect(image.height * pointsPerPixel).toBeCloseTo(13_200 * (72 / 1200), 0)
})

test('a BMP that promises more pixels than it has is damaged', async () => {
  const file = Buffer.from(bitmap(24))
  file.writeInt32LE(9000, 18)

  await expect(readFrame(toFile(file), 0)).rejects.toMatchObject({ code: 'broken-file' })
})

test('a HEIC photo is refused with a way out', async () => {
  const file = toFile(Buffer.from('0000001c667479706865696300000000', 'hex'), 'photo.heic')

  await expect(countFrames(file)).rejects.toMatchObject({
    code: 'unsupported-type',
    message: expect.stringContaining('Export it as JPEG or PNG'),
  })
})

test.each(['png', 'jpeg', 'tiff', 'webp', 'gif'] as const)('a %s is a picture', async (format) => {
  const file = toFile(await picture().toFormat(format).toBuffer())

  const { image } = await readFrame(file, 0)

  expect(file.type.type).toBe(format)
  expect(image).toMatchObject({ width: 80, height: 40, channels: 3 })
  expect(pixelAt(image, 10, 20)[0]).toBeGreaterThan(240)
  expect(pixelAt(image, 10, 20)[2]).toBeLessThan(20)
  expect(pixelAt(image, 70, 20)[2]).toBeGreaterThan(240)
})

test.each([8, 24] as const)(
  'a BMP of %d bits is a picture, its first row the lowest',
  async (bits) => {
    const { image } = await readFrame(toFile(bitmap(bits)), 0)

    expect(pixelAt(image, 0, 1)).toEqual([255, 0, 0])
    expect(pixelAt(image, 0, 0)).toEqual([0, 0, 0])
  },
)

test('a photo is turned as its camera says', async () => {
  const file = toFile(await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer())

  const { image } = await readFrame(file, 0)

  expect(image).toMatchObject({ width: 40, height: 80 })
  expect(pixelAt(image, 20, 10)[2]).toBeLessThan(20)
})

test('what is transparent is white, and grey stays one channel', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const png = sharp({ create: { width: 4, height: 4, channels: 4, background: clear } }).png()
  const grey = picture().toColourspace('b-w').png()

  const { image } = await readFrame(toFile(await png.toBuffer()), 0)
  const { image: greyImage } = await readFrame(toFile(await grey.toBuffer()), 0)

  expect(pixelAt(image, 1, 1)).toEqual([255, 255, 255])
  expect(greyImage.channels).toBe(1)
})

test('every picture of a TIFF is a frame; beyond the last there is none', async () => {
  const plain = sharp({ create: { width: 80, height: 40, channels: 3, background: '#0000ff' } })
  const pages = sharp([await picture().png().toBuffer(), await plain.png().toBuffer()], {
    join: { animated: true },
  })
  const file = toFile(await pages.tiff().toBuffer())

  expect(await countFrames(file)).toBe(2)
  const [red, , blue] = pixelAt((await readFrame(file, 1)).image, 10, 20)
  expect([red! < 5, blue! > 250]).toEqual([true, true])
  await expect(readFrame(file, 2)).rejects.toMatchObject({ code: 'no-such-page' })
})

test('points come from the density where it is believable, else from a usual page', async () => {
  const scan = toFile(await picture().withMetadata({ density: 300 }).png().toBuffer())
  const screen = toFile(await picture().withMetadata({ density: 72 }).png().toBuffer())

  expect((await readFrame(scan, 0)).pointsPerPixel).toBeCloseTo(72 / 300, 2)
  expect((await readFrame(screen, 0)).pointsPerPixel).toBeCloseTo(792 / 80)
})

test('a very long picture is made smaller, and its points count for the smaller one', async () => {
  const file = toFile(await picture(10_000, 100).png().toBuffer())

  const { image, pointsPerPixel } = await readFrame(file, 0)

  expect(image.width).toBe(5000)
  expect(image.width * pointsPerPixel).toBeCloseTo(792)
})

test('a page is encoded as a PNG of the wanted width', async () => {
  const file = toFile(await picture().png().toBuffer())

  const drawing = await converter.drawFrame(file, { index: 0, width: 40 })

  expect(drawing).toMatchObject({ mimeType: 'image/png', width: 40, height: 20 })
  expect(toFile(drawing.bytes).type.type).toBe('png')
})
