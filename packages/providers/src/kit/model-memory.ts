/** What the server of an adapter has refused, so that it is not sent again. */
export type ModelMemory = {
  /** Changes of the request body, by the path of the field. */
  readonly changes: Map<string, BodyChange>
  /** Whether a JSON Schema was refused. */
  hasRefusedSchema: boolean
}

/** A field that is left out, sent under another name, or sent with at most a number. */
export type BodyChange =
  | { readonly kind: 'omit' }
  | { readonly kind: 'rename'; readonly to: string }
  | { readonly kind: 'limit'; readonly max: number }

/** Adapters are opened again for each run; the network that they share lives as long as the process. */
const memories = new WeakMap<object, Map<string, ModelMemory>>()

const maxAdapters = 1000

/** Returns the memory of an adapter, by the network and the settings that it is opened with. */
export function recallModel(network: object, key: string): ModelMemory {
  const memoryByKey = memories.get(network) ?? new Map<string, ModelMemory>()
  memories.set(network, memoryByKey)
  const memory = memoryByKey.get(key) ?? { changes: new Map(), hasRefusedSchema: false }
  memoryByKey.set(key, memory)
  const [oldestKey] = memoryByKey.keys()
  if (memoryByKey.size > maxAdapters && oldestKey !== undefined) memoryByKey.delete(oldestKey)
  return memory
}

/** Describes in sentences what is sent in another way than the settings say. */
export function describeMemory({ changes, hasRefusedSchema }: ModelMemory): readonly string[] {
  const sentences = [...changes].map(
    ([path, change]) => `The model refuses “${path}”: ${effectOf(change)}.`,
  )
  return hasRefusedSchema
    ? [...sentences, 'The model refuses JSON Schemas: they are described in the prompt instead.']
    : sentences
}

function effectOf(change: BodyChange): string {
  if (change.kind === 'omit') return 'it is not sent, so the default of the service applies'
  if (change.kind === 'rename') return `“${change.to}” is sent instead`
  return `at most ${change.max} is sent`
}
