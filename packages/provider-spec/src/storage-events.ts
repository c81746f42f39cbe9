/** An object that a message of a storage service says has arrived. */
type ArrivedObject = {
  /** The bucket or container. */
  readonly bucket: string
  readonly key: string
}

/** A message about objects of a storage service, in whatever form the service or its courier sends it. */
export type StorageMessage =
  | { readonly kind: 'objects'; readonly objects: readonly ArrivedObject[] }
  /** Azure Event Grid asks whether it may send events. */
  | { readonly kind: 'validation'; readonly code: string }
  /** Amazon SNS asks for a call to this address before it sends messages. */
  | { readonly kind: 'confirmation'; readonly url: string }
  /** It is not a message of a storage service. */
  | { readonly kind: 'other' }

/** A message of a service has at most ten, or as many as fit in a megabyte for a batch of Event Grid. */
const maxEvents = 5000
/** A message of a queue has a notification of SNS, which has the event. */
const maxLayers = 4

const otherMessage: StorageMessage = { kind: 'other' }

/** Reads messages of one form; `undefined` if a message has another one. */
type FormReader = (message: Record<string, unknown>, layer: number) => StorageMessage | undefined

const readSns: FormReader = (message, layer) => {
  if (message.Type === 'Notification') return readStorageMessage(parse(message.Message), layer + 1)
  if (message.Type !== 'SubscriptionConfirmation') return undefined
  const url = textAt(message, 'SubscribeURL')
  return url === undefined ? otherMessage : { kind: 'confirmation', url }
}

const readS3: FormReader = ({ Records: records, Event: event }) => {
  if (event === 's3:TestEvent') return found([])
  return Array.isArray(records) ? found(records.slice(0, maxEvents).map(readS3Record)) : undefined
}

const readEventBridge: FormReader = (message) => {
  if (message.source !== 'aws.s3') return undefined
  if (message['detail-type'] !== 'Object Created') return found([])
  const bucket = textAt(message, 'detail', 'bucket', 'name')
  const key = textAt(message, 'detail', 'object', 'key')
  return found([toObject(bucket, key)])
}

const readPubSub: FormReader = ({ message }) => {
  if (!isRecord(message)) return undefined
  const { attributes } = message
  const bucket = textAt(attributes, 'bucketId')
  if (!isRecord(attributes) || bucket === undefined) return otherMessage
  if (attributes.eventType !== 'OBJECT_FINALIZE') return found([])
  return found([toObject(bucket, textAt(attributes, 'objectId'))])
}

/** CloudEvents of Azure come one by one, and those of Google have the object as their body. */
const readCloudEvent: FormReader = (message) => {
  if (/^Microsoft\.Storage\./.test(textAt(message, 'type') ?? '')) return readEventGrid([message])
  if (message.kind !== 'storage#object') return undefined
  return found([toObject(textAt(message, 'bucket'), textAt(message, 'name'))])
}

const readers: readonly FormReader[] = [
  readSns,
  readS3,
  readEventBridge,
  readPubSub,
  readCloudEvent,
]

/**
 * Reads a message: an S3 event, also by EventBridge, SNS or an S3-compatible service, an event of Azure Event Grid in
 * either schema, or of Google Cloud Storage by Pub/Sub or Eventarc. Events that say nothing about arrivals count as messages
 * without objects.
 */
export function readStorageMessage(message: unknown, layer = 0): StorageMessage {
  if (layer > maxLayers) return otherMessage
  if (Array.isArray(message)) return readEventGrid(message.slice(0, maxEvents))
  if (!isRecord(message)) return otherMessage
  for (const read of readers) {
    const storageMessage = read(message, layer)
    if (storageMessage) return storageMessage
  }
  return otherMessage
}

function found(objects: readonly (ArrivedObject | undefined)[]): StorageMessage {
  return { kind: 'objects', objects: objects.filter((one) => one !== undefined) }
}

function readS3Record(record: unknown): ArrivedObject | undefined {
  const name = textAt(record, 'eventName') ?? ''
  if (!/^(?:s3:)?Object(?:Created|Restore:Completed)/.test(name)) return undefined
  const bucket = textAt(record, 's3', 'bucket', 'name')
  // Keys are encoded as in the query of an address.
  const key = textAt(record, 's3', 'object', 'key')?.replaceAll('+', ' ')
  return toObject(bucket, key && decode(key))
}

function toObject(bucket: string | undefined, key: string | undefined): ArrivedObject | undefined {
  return bucket === undefined || key === undefined ? undefined : { bucket, key }
}

const blobSubject = /^\/blobServices\/default\/containers\/([^/]+)\/blobs\/(.+)$/

function readEventGrid(events: readonly unknown[]): StorageMessage {
  const typeOf = (event: unknown) => textAt(event, 'eventType') ?? textAt(event, 'type') ?? ''
  const validation = events.find(
    (event) => typeOf(event) === 'Microsoft.EventGrid.SubscriptionValidationEvent',
  )
  const code = textAt(validation, 'data', 'validationCode')
  if (code !== undefined) return { kind: 'validation', code }
  if (!events.some((event) => /^Microsoft\.Storage\./.test(typeOf(event)))) return otherMessage
  return found(
    events.map((event) => {
      // A data lake announces a new file once more when it is complete.
      const isArrival =
        typeOf(event) === 'Microsoft.Storage.BlobCreated' &&
        textAt(event, 'data', 'api') !== 'CreateFile'
      const [, bucket, key] = (isArrival && blobSubject.exec(textAt(event, 'subject') ?? '')) || []
      return toObject(bucket, key)
    }),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  let inner = value
  for (const name of path) inner = isRecord(inner) ? inner[name] : undefined
  return typeof inner === 'string' ? inner : undefined
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
