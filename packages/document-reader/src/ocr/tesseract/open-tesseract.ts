import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Box } from '@recto/document-text/model'
import { createWorker, type Worker } from 'tesseract.js'
import type { GreyImage } from '../../images/grey-image.ts'
import { findLanguages, type LanguageData } from './find-language.ts'

export type TesseractWord = {
  readonly text: string
  /** Pixels of the picture that was read. */
  readonly box: Box
  /** 0 to 1. */
  readonly confidence: number
}

export type Tesseract = {
  /**
   * Two jobs run at once, others wait. Throws `ReadError` (`language-missing`). A `line` is a picture of a single line and
   * nothing else; `faint` is a page whose ink differs from place to place.
   */
  read(picture: GreyImage, language: string, layout?: TesseractLayout): Promise<TesseractWord[]>
  close(): Promise<void>
}

export type TesseractLayout = 'block' | 'faint' | 'line'

/**
 * Page segmentation 6, “a single uniform block”: lines go across the whole page. On photographed receipts it reads
 * more than the modes that look for columns or scattered words, and columns of prose come out as well. 13, “a raw
 * line”, gives all of the picture to the network as it is. Thresholding 1 tells ink from paper tile by tile, which finds
 * faint lines, and takes noise for words where there is none.
 */
const settings: Readonly<Record<TesseractLayout, object>> = {
  block: { tessedit_pageseg_mode: '6', thresholding_method: '0', tessedit_do_invert: '1' },
  faint: { tessedit_pageseg_mode: '6', thresholding_method: '1', tessedit_do_invert: '1' },
  // Light letters on dark were tried when the page was read.
  line: { tessedit_pageseg_mode: '13', thresholding_method: '0', tessedit_do_invert: '0' },
}

/** A page is read in two ways at once, each on a core. */
const lanes = 2

/** 1: the neural network, the only engine that the weights hold. */
const neuralNetwork = 1

type LoadedWorker = { readonly language: string; readonly worker: Worker }

/**
 * Tesseract as WebAssembly, in threads of its own that are started when first needed and keep the language
 * that was read last; the second one starts when two jobs come at once. It reads its weights from installed packages, keeps
 * no cache and has no address to download from.
 */
export function openTesseract(): Tesseract {
  const open = Array.from({ length: lanes }, openLane)
  return {
    read(picture, language, layout = 'block') {
      const free = open.reduce((best, lane) => (lane.waiting() < best.waiting() ? lane : best))
      return free.read(picture, language, layout)
    },
    async close() {
      await Promise.all(open.map((lane) => lane.close()))
    },
  }
}

/** One thread; jobs wait for each other. */
function openLane() {
  let loadedWorker: LoadedWorker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waitingCount = 0

  async function unload(): Promise<void> {
    const { worker } = loadedWorker ?? {}
    loadedWorker = undefined
    await worker?.terminate()
  }

  async function load(language: string): Promise<Worker> {
    const languages = findLanguages(language)
    if (loadedWorker?.language !== language) {
      await unload()
      loadedWorker = { language, worker: await startWorker(languages) }
    }
    return loadedWorker.worker
  }

  async function read(picture: GreyImage, language: string, layout: TesseractLayout) {
    const worker = await load(language)
    try {
      const { data } = await worker.recognize(writePgm(picture), settings[layout], {
        blocks: true,
        text: false,
      })
      return wordsOf(data.blocks ?? [])
    } catch (error) {
      // The memory of a module that failed may be in any state.
      await unload()
      throw new Error('The text recognition failed.', { cause: error })
    }
  }

  return {
    waiting: () => waitingCount,
    read(picture: GreyImage, language: string, layout: TesseractLayout) {
      waitingCount++
      const words = last.then(() => read(picture, language, layout))
      last = words.then(
        () => waitingCount--,
        () => waitingCount--,
      )
      return words
    },
    async close() {
      await last
      await unload()
    },
  }
}

async function startWorker(languages: readonly LanguageData[]): Promise<Worker> {
  const folder = await gatherWeights(languages)
  // The library never settles when its weights are damaged, and throws where nothing could catch it
  // unless its errors are handled here.
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  const options = { langPath: folder.path, gzip: true, cacheMethod: 'none' }
  const names = languages.map(({ name }) => name)
  try {
    return await Promise.race([
      createWorker(names, neuralNetwork, { ...options, errorHandler: failure.reject }),
      failure.promise,
    ])
  } finally {
    await folder.remove()
  }
}

/** The library reads all its weights from one folder; those of each language are in a package of their own. */
async function gatherWeights(
  languages: readonly LanguageData[],
): Promise<{ path: string; remove: () => Promise<void> }> {
  const [language, secondLanguage] = languages
  if (language && !secondLanguage) return { path: dirname(language.file), remove: async () => {} }
  const path = await mkdtemp(join(tmpdir(), 'recto-languages-'))
  for (const { name, file } of languages) await symlink(file, join(path, `${name}.traineddata.gz`))
  return { path, remove: () => rm(path, { recursive: true }) }
}

/**
 * Portable grey map: pixels as they are behind a short header. The comment keeps them out of the first bytes,
 * in which the library looks for the orientation that a camera notes.
 */
function writePgm({ width, height, pixels }: GreyImage): Buffer {
  const comment = `#${' '.repeat(510)}\n`
  return Buffer.concat([Buffer.from(`P5\n${comment}${width} ${height}\n255\n`), pixels])
}

type Block = NonNullable<Awaited<ReturnType<Worker['recognize']>>['data']['blocks']>[number]

function wordsOf(blocks: readonly Block[]): TesseractWord[] {
  return blocks
    .flatMap((block) => block.paragraphs)
    .flatMap((paragraph) => paragraph.lines)
    .flatMap((line) => line.words)
    .map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
      text: text.trim(),
      box: [x0, y0, x1, y1] as const,
      confidence: Math.min(1, Math.max(0, confidence / 100)),
    }))
    .filter(({ text }) => text !== '')
}
