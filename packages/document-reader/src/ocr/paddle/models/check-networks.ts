import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { OcrModelsError } from './model-files.ts'

const channels = 3
/** Pixels: of a line as this product gives it to a recogniser, PaddleOCR's since its third version. */
const lineHeight = 48
const tryWidth = 64

/** Throws `OcrModelsError` unless a network takes coloured pictures of any size and answers a map of the same size. */
export async function checkDetector(folder: string, session: InferenceSession): Promise<void> {
  checkInput(folder, session, { name: 'detector', height: undefined })
  const dims = await tryOut(folder, session, { name: 'detector', height: tryWidth })
  if (dims.length !== 4 || dims[2] !== tryWidth || dims[3] !== tryWidth)
    throw new OcrModelsError(
      folder,
      `the detector returned ${shown(dims)} for an image of ${tryWidth} x ${tryWidth} pixels instead of a map of the same size`,
    )
}

/** How many classes a recogniser tells apart. Throws `OcrModelsError` unless it takes lines of 48 pixels in height. */
export async function checkRecogniser(folder: string, session: InferenceSession): Promise<number> {
  checkInput(folder, session, { name: 'recognizer', height: lineHeight })
  const dims = await tryOut(folder, session, { name: 'recognizer', height: lineHeight })
  const [, , classes] = dims
  if (dims.length === 3 && classes !== undefined) return classes
  throw new OcrModelsError(
    folder,
    `the recognizer returned ${shown(dims)} instead of class scores for each step`,
  )
}

type ExpectedInput = { readonly name: string; readonly height: number | undefined }

function checkInput(
  folder: string,
  session: InferenceSession,
  { name, height }: ExpectedInput,
): void {
  const [input, secondInput] = session.inputMetadata
  const shape = input?.isTensor ? input.shape : []
  const expectedShape = [undefined, channels, height, undefined]
  const fits =
    shape.length === expectedShape.length &&
    expectedShape.every((size, i) => isCompatible(shape[i], size))
  if (fits && !secondInput) return
  const sizes = expectedShape.map((size) => size ?? 'any')
  throw new OcrModelsError(
    folder,
    `the ${name} takes an input of ${shown(shape)}, but ${sizes.join(' x ')} is required (PaddleOCR v4 to v6)`,
  )
}

/** A network that leaves a size open names it, or says -1. */
function isCompatible(
  statedSize: number | string | undefined,
  expectedSize: number | undefined,
): boolean {
  const isOpen = typeof statedSize !== 'number' || statedSize < 1
  return isOpen || expectedSize === undefined || statedSize === expectedSize
}

/** The shape of the answer to a white picture. */
async function tryOut(
  folder: string,
  session: InferenceSession,
  { name, height }: { readonly name: string; readonly height: number },
): Promise<readonly number[]> {
  const picture = new Float32Array(channels * height * tryWidth).fill(1)
  const input = new Tensor('float32', picture, [1, channels, height, tryWidth])
  try {
    const outputs = await session.run({ [session.inputNames[0]!]: input })
    return outputs[session.outputNames[0]!]?.dims ?? []
  } catch (cause) {
    throw new OcrModelsError(folder, `the ${name} cannot process an image`, { cause })
  }
}

function shown(shape: readonly (number | string)[]): string {
  return shape.length === 0 ? 'no shape' : shape.join(' x ')
}
