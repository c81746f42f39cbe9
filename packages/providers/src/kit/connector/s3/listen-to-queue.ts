import type { SQSClientConfig } from '@aws-sdk/client-sqs'
import type { ListenRequest } from '@recto/provider-spec/file-connector'
import { readStorageMessage } from '@recto/provider-spec/storage-events'

/** Long polling: the service answers at once when a message arrives. */
const waitSeconds = 20
const maxMessages = 10
/** Unacknowledged messages come again after this time. */
const hiddenSeconds = 30

type QueueListening = Pick<ListenRequest, 'signal' | 'onListening' | 'onArrival'> & {
  readonly queueUrl: string
}

/**
 * Receives notifications of buckets from a queue of Amazon SQS, or of a service with the same protocol, until the signal is
 * aborted. A message is deleted once its arrivals are noted. Messages about anything else are deleted, too.
 */
export async function listenToQueue(
  clientConfig: SQSClientConfig,
  { queueUrl, signal, onListening, onArrival }: QueueListening,
): Promise<void> {
  const sqs = await import('@aws-sdk/client-sqs')
  const client = new sqs.SQSClient({ ...clientConfig, useQueueUrlAsEndpoint: false })
  const queue = { QueueUrl: queueUrl }
  const receive = async (seconds: number) => {
    const command = new sqs.ReceiveMessageCommand({
      ...queue,
      MaxNumberOfMessages: maxMessages,
      WaitTimeSeconds: seconds,
      VisibilityTimeout: hiddenSeconds,
    })
    const abortSignal = AbortSignal.any([signal, AbortSignal.timeout((seconds + 30) * 1000)])
    const { Messages: messages = [] } = await client.send(command, { abortSignal })
    const objects = messages.flatMap(({ Body: body }) => readObjects(body))
    if (objects.length > 0) await onArrival(objects.map(({ bucket, key }) => `${bucket}/${key}`))
    if (messages.length === 0) return
    const entries = messages.map(({ ReceiptHandle }, index) => ({
      Id: String(index),
      ReceiptHandle,
    }))
    await client.send(new sqs.DeleteMessageBatchCommand({ ...queue, Entries: entries }), {
      abortSignal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
    })
  }
  try {
    // The first call does not wait, and proves the address and the rights.
    await receive(0)
    onListening()
    while (!signal.aborted) await receive(waitSeconds)
  } finally {
    client.destroy()
  }
}

function readObjects(body = '') {
  try {
    const message = readStorageMessage(JSON.parse(body))
    return message.kind === 'objects' ? message.objects : []
  } catch {
    return []
  }
}
