import { Worker } from 'node:worker_threads'
import type { MailDocumentChoice, OpenedPart } from './mail-parts.ts'
import { runRequest, type UnpackRequest, type UnpackResult } from './run-request.ts'
import type { UnpackedDocument } from './unpack-mail.ts'

export type { UnpackedDocument } from './unpack-mail.ts'

/** Shorter mails take less time than a thread needs to start. */
const maxBytesAtOnce = 128 * 1024
const maxSeconds = 120
const maxHeapMegabytes = 512

/**
 * Returns the documents of a mail. A long mail is unpacked in a thread, so that it blocks nobody. Throws an `Error` if that
 * takes too long or too much memory, or the reason of the signal.
 */
export const unpackInThread = (
  bytes: Uint8Array,
  choice: MailDocumentChoice,
  signal: AbortSignal,
): Promise<readonly UnpackedDocument[]> => run({ kind: 'mail', bytes, choice }, signal)

/** Opens a sealed part of a mail in the same way. */
export const openSealedInThread = (
  bytes: Uint8Array,
  part: string,
  signal: AbortSignal,
): Promise<OpenedPart> => run({ kind: 'sealed', bytes, part }, signal)

async function run<Request extends UnpackRequest>(
  request: Request,
  signal: AbortSignal,
): Promise<UnpackResult<Request>> {
  signal.throwIfAborted()
  if (request.bytes.length <= maxBytesAtOnce)
    return (await runRequest(request)) as UnpackResult<Request>
  const worker = new Worker(new URL('./unpack-worker.ts', import.meta.url), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
  })
  const limit = AbortSignal.any([signal, AbortSignal.timeout(maxSeconds * 1000)])
  try {
    return await new Promise((resolve, reject) => {
      limit.addEventListener('abort', () => reject(limit.reason), { once: true })
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread that opens the mail has ended.')))
    })
  } finally {
    await worker.terminate()
  }
}
