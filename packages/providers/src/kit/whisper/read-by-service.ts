import type { DocumentText } from '@recto/document-text/model'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { ServiceJob } from '@recto/provider-spec/service-job'
import type { TextExtractor } from '@recto/provider-spec/text-extractor'
import type { ProviderContext } from '../define-provider.ts'
import { pause } from '../external-call.ts'
import { pageNumbers } from './page-numbers.ts'
import { placeWords } from './place-words.ts'
import {
  connectTextService,
  isLost,
  isNothingThere,
  type ServiceSettings,
  type TextService,
} from './text-service.ts'
import { jobOptions, type WhisperSettings } from './whisper-settings.ts'

export type Pace = ServiceSettings['retrySchedule'] & {
  /** Time limit for the whole document. */
  readonly totalSeconds: number
  /** Wait before the first poll; each further wait is twice as long, up to `maxPollSeconds`. */
  readonly firstPollSeconds: number
  readonly maxPollSeconds: number
}

type ServiceReaderOptions = {
  readonly name: string
  readonly settings: WhisperSettings
  readonly context: Pick<ProviderContext, 'fetch' | 'call'>
  readonly pace: Pace
}

type ServiceReader = TextExtractor & {
  /** Throws `ProviderError` when the address or the key is wrong. */
  testConnection(): Promise<void>
}

/** Makes an extractor that uses a text extraction service. */
export function readByService({
  name,
  settings,
  context,
  pace,
}: ServiceReaderOptions): ServiceReader {
  const { url, unstract_key: key, page_seperator: separator, mode } = settings
  const service = connectTextService({ ...context, name, url, key, retrySchedule: pace })
  const pageNumber = pageNumbers(settings.pages_to_extract)

  const submit = async (request: ReadRequest) => {
    const job = await service.submit(
      request.bytes,
      jobOptions(settings, request.fileName),
      request.signal,
    )
    await request.job?.onStarted(job)
    return job
  }
  const read = async (request: ReadRequest) => {
    const { signal } = request
    const earlierJob = request.job?.earlierId
    const isThere = earlierJob !== undefined && (await isDeliverable(service, earlierJob, signal))
    const job = isThere ? earlierJob : await submit(request)
    const failure = await waitFor(service, job, pace, signal)
    if (failure !== undefined) throw refusalOf(name, failure.replaceAll(key, '***'))
    const { result_text: text, confidence_metadata: confidences } = await service
      .retrieve(job, signal)
      .catch(async (error: unknown) => {
        if (isLost(error)) await request.job?.onLost()
        throw error
      })
    const places = text.trim() === '' ? new Map() : await service.places(job, signal)
    return placeWords(
      { text, confidences, places },
      { separator, isNative: mode === 'native_text', pageNumber },
    )
  }
  return {
    read: (bytes, { name: fileName, signal, job } = {}): Promise<DocumentText> =>
      context.call({ limitSeconds: pace.totalSeconds, signal }, (callSignal) =>
        read({ bytes, signal: callSignal, fileName, job }),
      ),
    testConnection: () =>
      context.call({ limitSeconds: pace.callSeconds }, (signal) => service.testConnection(signal)),
  }
}

type ReadRequest = {
  readonly bytes: Uint8Array
  readonly signal: AbortSignal
  readonly fileName: string | undefined
  readonly job: ServiceJob | undefined
}

const refusalOf = (name: string, words: string) =>
  new ProviderError({ code: 'refused', message: `${name} could not read the document: ${words}` })

const failureStatus = /error|failed|unknown/

/** Tells whether the job of an earlier reading still runs or its text can still be retrieved. */
async function isDeliverable(
  service: TextService,
  job: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { status } = await service.status(job, signal)
    return !failureStatus.test(status) && !['retrieved', 'delivered'].includes(status)
  } catch (error) {
    if (isNothingThere(error)) return false
    throw error
  }
}

const ready = ['processed', 'retrieved', 'delivered', 'webhook_retries_exceeded']

/** Waits for a job. Returns why it failed; `undefined` if it succeeded. */
async function waitFor(
  service: TextService,
  job: string,
  pace: Pace,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    const { status, message = 'no reason was given.' } = await service.status(job, signal)
    if (ready.includes(status)) return undefined
    if (failureStatus.test(status)) return message
    await pause(Math.min(pace.maxPollSeconds, pace.firstPollSeconds * 2 ** attempt), signal)
  }
}
