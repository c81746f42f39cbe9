import type { DocumentText } from '@recto/document-text/model'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { ReadingJob, TextExtractor } from '@recto/provider-spec/text-extractor'
import type { World } from '../define-provider.ts'
import { pause } from '../pause.ts'
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

export type Pace = ServiceSettings['patience'] & {
  /** Time limit for the whole document. */
  readonly totalSeconds: number
  /** Before the job is asked for again; each next wait is twice as long, up to `maxPollSeconds`. */
  readonly firstPollSeconds: number
  readonly maxPollSeconds: number
}

type Given = {
  readonly name: string
  readonly settings: WhisperSettings
  readonly world: Pick<World, 'fetch' | 'call'>
  readonly pace: Pace
}

type ServiceReader = TextExtractor & {
  /** Throws `ProviderError` when the address or the key is wrong. */
  testConnection(): Promise<void>
}

/** An extractor that leaves the reading to a text extraction service. */
export function readByService({ name, settings, world, pace }: Given): ServiceReader {
  const { url, unstract_key: key, page_seperator: separator, mode } = settings
  const service = connectTextService({ ...world, name, url, key, patience: pace })
  const pageNumber = pageNumbers(settings.pages_to_extract)

  const submit = async (asked: Asked) => {
    const job = await service.submit(
      asked.bytes,
      jobOptions(settings, asked.fileName),
      asked.signal,
    )
    await asked.job?.begun(job)
    return job
  }
  const read = async (asked: Asked) => {
    const { signal } = asked
    const known = asked.job?.known
    const isThere = known !== undefined && (await isDeliverable(service, known, signal))
    const job = isThere ? known : await submit(asked)
    const failure = await waitFor(service, job, pace, signal)
    if (failure !== undefined) throw refusalOf(name, failure.replaceAll(key, '***'))
    const { result_text: text, confidence_metadata: confidences } = await service
      .retrieve(job, signal)
      .catch(async (error: unknown) => {
        if (isLost(error)) await asked.job?.ended()
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
      world.call({ limitSeconds: pace.totalSeconds, signal }, (both) =>
        read({ bytes, signal: both, fileName, job }),
      ),
    testConnection: () =>
      world.call({ limitSeconds: pace.callSeconds }, (signal) => service.testConnection(signal)),
  }
}

type Asked = {
  readonly bytes: Uint8Array
  readonly signal: AbortSignal
  readonly fileName: string | undefined
  readonly job: ReadingJob | undefined
}

const refusalOf = (name: string, words: string) =>
  new ProviderError({ code: 'refused', message: `${name} could not read the document: ${words}` })

const failed = /error|failed|unknown/

/** Whether the job of an earlier reading goes on, or its text is still to be had. */
async function isDeliverable(
  service: TextService,
  job: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const { status } = await service.status(job, signal)
    return !failed.test(status) && !['retrieved', 'delivered'].includes(status)
  } catch (error) {
    if (isNothingThere(error)) return false
    throw error
  }
}

const ready = ['processed', 'retrieved', 'delivered', 'webhook_retries_exceeded']

/** Returns why the job failed, `undefined` when it did not. */
async function waitFor(
  service: TextService,
  job: string,
  pace: Pace,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (let asked = 0; ; asked += 1) {
    const { status, message = 'it did not say why.' } = await service.status(job, signal)
    if (ready.includes(status)) return undefined
    if (failed.test(status)) return message
    await pause(Math.min(pace.maxPollSeconds, pace.firstPollSeconds * 2 ** asked), signal)
  }
}
