import { type InferenceSession, Tensor } from 'onnxruntime-node'
import type { PageImage } from '../../images/page-image.ts'
import { type Character, decodeCtc } from './decode-ctc.ts'
import type { Rectangle } from './geometry.ts'
import { type Planes, sampleRectangle } from './sample-image.ts'

export type Recogniser = {
  readonly session: InferenceSession
  readonly alphabet: readonly string[]
}

export type RecognisedLine = {
  readonly place: Rectangle
  /** The picture that was read. */
  readonly picture: Planes
  readonly characters: readonly Character[]
  /** Columns of the picture to one step of the network. */
  readonly columnsPerStep: number
  readonly steps: number
}

/** The height that the network was trained on, in pixels. */
const height = 48
/** The network gives one step for so many columns. */
const multiple = 8
const maxWidth = 6400

/**
 * Reads one line with the text recogniser of PP-OCRv4 (PaddlePaddle 2023), which descends from SVTR (Du et al., IJCAI
 * 2022). Lines go one by one, each in its own width: a batch padded to its widest line takes three times as long.
 */
export async function recogniseLine(
  { session, alphabet }: Recogniser,
  image: PageImage,
  place: Rectangle,
): Promise<RecognisedLine> {
  const picture = sampleRectangle(image, place, { width: columnsOf(place), height })
  const width = Math.ceil(picture.width / multiple) * multiple
  const outputs = await session.run({
    [session.inputNames[0]!]: new Tensor('float32', networkInput(picture, width), [
      1,
      3,
      height,
      width,
    ]),
  })
  const output = outputs[session.outputNames[0]!]!
  const [, count = 0, classes = 0] = output.dims
  const steps = { count, classes, probabilities: output.data as Float32Array }
  return {
    place,
    picture,
    characters: decodeCtc(steps, alphabet),
    columnsPerStep: width / count,
    steps: count,
  }
}

function columnsOf(place: Rectangle): number {
  const columns = Math.round((place.width * height) / Math.max(1, place.height))
  return Math.max(multiple, Math.min(maxWidth, columns))
}

/** Values from -1 to 1, blue before green before red. What is right of the picture stays 0. */
function networkInput(picture: Planes, width: number): Float32Array {
  const { channels, values } = picture
  const input = new Float32Array(3 * height * width)
  for (let c = 0; c < 3; c++) {
    const plane = channels === 1 ? 0 : 2 - c
    for (let y = 0; y < height; y++) {
      const from = (plane * height + y) * picture.width
      const to = (c * height + y) * width
      for (let x = 0; x < picture.width; x++) input[to + x] = values[from + x]! / 127.5 - 1
    }
  }
  return input
}
