import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { toGrey } from '../../images/grey-image.ts'
import { write } from '../../testing/draw-pdf.ts'
import { drawTextImage } from '../../testing/draw-text-image.ts'
import { openTesseract } from './open-tesseract.ts'

const tesseract = openTesseract()
afterAll(() => tesseract.close())

async function pictureOf(text: string) {
  const draw = (drawing: PDFKit.PDFDocument) => write(drawing, text, 20, 20)
  return toGrey(await drawTextImage(draw, { dpi: 200, pdf: { size: [160, 50] } }))
}

test('pages that are asked for at once are not mixed up', async () => {
  const texts = ['Oranges', 'Lemons', 'Pears']
  const pictures = await Promise.all(texts.map(pictureOf))

  const read = await Promise.all(pictures.map((picture) => tesseract.read(picture, 'eng')))

  expect(read.map((words) => words.map(({ text }) => text))).toEqual(texts.map((text) => [text]))
})

test('a refused language does not keep the next page from being read', async () => {
  const picture = await pictureOf('Quinces')

  const refusal = tesseract.read(picture, 'xxx')
  const words = tesseract.read(picture, 'eng')

  await expect(refusal).rejects.toMatchObject({ code: 'language-missing' })
  expect(await words).toMatchObject([{ text: 'Quinces' }])
})

test('the engine starts and reads where every way to the network fails', async () => {
  const noNetwork = `
    import net from 'node:net'
    const refuse = () => { throw new Error('The network was asked for.') }
    net.Socket.prototype.connect = refuse
    globalThis.fetch = refuse`
  const program = `
    import('${new URL('./open-tesseract.ts', import.meta.url)}').then(async ({ openTesseract }) => {
      const tesseract = openTesseract()
      const picture = { width: 60, height: 40, channels: 1, pixels: new Uint8Array(2400).fill(255) }
      console.log(await tesseract.read(picture, 'eng'))
      await tesseract.close()
    })`

  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    `data:text/javascript,${encodeURIComponent(noNetwork)}`,
    '--eval',
    program,
  ])

  expect(stdout).toBe('[]\n')
})
