import { omitUndefined } from '@recto/omit-undefined'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { pause } from '../kit/external-call.ts'
import { flag, number, secret, text, webAddress, wholeNumber, word } from '../kit/fields.ts'
import { readJsonAnswer } from '../kit/read-answer.ts'
import { pageNumbers } from '../kit/whisper/page-numbers.ts'
import { placeWords } from '../kit/whisper/place-words.ts'
import { pagesToExtract } from '../kit/whisper/whisper-settings.ts'
import { withRetries } from '../kit/whisper/with-retries.ts'

const name = 'LLMWhisperer'
const limits = { documentSeconds: 900, callSeconds: 230 }
const retrySchedule = { retries: 3, firstWaitSeconds: 1 }
const firstPollSeconds = 0.25
const maxPollSeconds = 5

const pictures = {
  median_filter_size: wholeNumber({
    title: 'Median Filter Size',
    description: 'Removes specks from images before they are read. 0 turns this off.',
  }).default(0),
  gaussian_blur_radius: number({
    title: 'Gaussian Blur Radius',
    description: 'Smooths images before they are read. 0 turns this off.',
  }).default(0),
  mark_vertical_lines: flag({
    title: 'Mark Vertical Lines',
    description: 'Shows vertical lines as | in the text.',
  }),
  mark_horizontal_lines: flag({
    title: 'Mark Horizontal Lines',
    description:
      'Shows horizontal lines as - in the text. Requires vertical lines to be marked as well.',
  }),
}

const form = defineSettings({
  title: 'LLMWhisperer v1 Text Extractor',
  alsoRequired: ['url'],
  fields: {
    url: webAddress({
      title: 'URL',
      description: 'The URL of the service, without /v1.',
    }).default('https://llmwhisperer-api.unstract.com'),
    unstract_key: secret({
      title: 'Unstract Key',
      description: 'An API key for the text extraction service.',
    }),
    mode: word(
      {
        title: 'Mode',
        description: 'Whether only the text that is stored in the file is read, or images as well.',
      },
      {
        native_text: 'Text in the file only',
        low_cost: 'OCR (low cost)',
        high_quality: 'OCR (high quality)',
        form: 'OCR for forms',
      },
    ).default('form'),
    output_mode: word(
      {
        title: 'Output Mode',
        description: 'Lines with layout separate columns with spaces; the other modes do not.',
      },
      { 'line-printer': 'Lines with layout', 'dump-text': 'Text without layout', text: 'Text' },
    ).default('line-printer'),
    line_splitter_tolerance: number({
      title: 'Line Splitter Tolerance',
      description: 'How far a character can be from its line, in character heights.',
    }).default(0.4),
    horizontal_stretch_factor: number({
      title: 'Horizontal Stretch Factor',
      description:
        'Values above 1 move columns apart. Increase this if columns run into each other.',
    }).default(1),
    pages_to_extract: pagesToExtract,
    page_seperator: text({
      title: 'Page separator',
      description: 'The line to insert at the end of each page.',
    }).default('<<< >>>'),
  },
  when: { key: 'mode', is: ['low_cost', 'high_quality', 'form'], fields: pictures },
})
type V1Settings = z.output<typeof form.shape>

const Accepted = z.object({ 'whisper-hash': z.string().min(1) })
const Status = z.object({ status: z.string(), message: z.string().optional() })

export const llmWhispererV1 = defineProvider({
  id: 'llmwhisperer|0a1647f0-f65f-410d-843b-3d979c78350e',
  kind: 'text-extractor',
  name,
  description:
    'The first version of the LLMWhisperer text extraction service, for servers that still use it.',
  icon: '/icons/adapter-icons/LLMWhisperer.png',
  settings: form,

  open(settings, { fetch, call }) {
    const root = `${settings.url.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}/v1`
    const headers = { 'unstract-key': settings.unstract_key }
    const sendOnce = (path: string, signal: AbortSignal, body?: Uint8Array<ArrayBuffer>) =>
      call({ limitSeconds: limits.callSeconds, signal }, async (callSignal) => {
        const response = await fetch(`${root}${path}`, {
          redirect: 'manual',
          headers: {
            ...headers,
            ...omitUndefined({ 'content-type': body && 'application/octet-stream' }),
          },
          ...omitUndefined({ method: body && 'POST', body }),
          signal: callSignal,
        })
        if (response.ok && response.status !== 202) return response
        const shape = response.ok ? Accepted : z.never()
        return readJsonAnswer(response, { name, shape, errorKey: 'message' })
      })
    const ask = (path: string, signal: AbortSignal, body?: Uint8Array<ArrayBuffer>) =>
      withRetries(retrySchedule, signal, () => sendOnce(path, signal, body))

    async function textOf(bytes: Uint8Array, signal: AbortSignal): Promise<string> {
      const reply = await ask(`/whisper?${optionsOf(settings)}`, signal, new Uint8Array(bytes))
      // A short document is answered at once.
      if (reply instanceof Response) return reply.text()
      const query = new URLSearchParams({ 'whisper-hash': reply['whisper-hash'] })
      await waitFor(async () => {
        const answer = (await ask(`/whisper-status?${query}`, signal)) as Response
        return readJsonAnswer(answer, { name, shape: Status, errorKey: 'message' })
      }, signal)
      return ((await ask(`/whisper-retrieve?${query}`, signal)) as Response).text()
    }
    const isNative = settings.mode === 'native_text'
    const pageNumber = pageNumbers(settings.pages_to_extract)
    const { page_seperator: separator } = settings
    return {
      read: (bytes, { signal } = {}) =>
        call({ limitSeconds: limits.documentSeconds, signal }, async (callSignal) => {
          const text = await textOf(bytes, callSignal)
          const options = { separator, isNative, pageNumber }
          return placeWords({ text, confidences: [], places: new Map() }, options)
        }),
      testConnection: () =>
        call({ limitSeconds: limits.callSeconds }, async (signal) => {
          const answer = (await sendOnce('/test-connection', signal)) as Response
          await readJsonAnswer(answer, { name, shape: z.looseObject({}), errorKey: 'message' })
        }),
    }
  },
  check: (extractor) => extractor.testConnection(),
})

async function waitFor(
  status: () => Promise<z.output<typeof Status>>,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const { status: state, message = 'no reason was given.' } = await status()
    if (state === 'processed' || state === 'delivered') return
    if (/error|failed|unknown/.test(state)) {
      const words = `${name} could not read the document: ${message}`
      throw new ProviderError({ code: 'refused', message: words })
    }
    await pause(Math.min(maxPollSeconds, firstPollSeconds * 2 ** attempt), signal)
  }
}

function optionsOf(settings: V1Settings): URLSearchParams {
  const { mode, output_mode, pages_to_extract, page_seperator } = settings
  const isNative = mode === 'native_text'
  const scanOptions = isNative
    ? {}
    : {
        median_filter_size: settings.median_filter_size,
        gaussian_blur_radius: settings.gaussian_blur_radius,
        mark_vertical_lines: settings.mark_vertical_lines,
        mark_horizontal_lines: settings.mark_horizontal_lines,
      }
  const options = {
    processing_mode: isNative ? 'text' : 'ocr',
    mode,
    output_mode,
    page_seperator,
    ...omitUndefined({ pages_to_extract: pages_to_extract === '' ? undefined : pages_to_extract }),
    line_splitter_tolerance: settings.line_splitter_tolerance,
    horizontal_stretch_factor: settings.horizontal_stretch_factor,
    // In seconds; after that the service answers with the name of the job instead of the text.
    timeout: 200,
    ...scanOptions,
  }
  return new URLSearchParams(
    Object.entries(options).map(([key, value]): [string, string] => [key, String(value)]),
  )
}
