import { ProviderError } from '@recto/provider-spec/provider-error'
import { z } from 'zod'
import { asForm } from '../kit/as-form.ts'
import { askJson } from '../kit/ask-json.ts'
import { defineProvider } from '../kit/define-provider.ts'
import { defineSettings } from '../kit/define-settings.ts'
import { pause } from '../kit/external-call.ts'
import { secret, unread, webAddress, word } from '../kit/fields.ts'
import { documentOfPages } from '../kit/pages-of-text.ts'
import { readJsonAnswer } from '../kit/read-answer.ts'
import { withRetries } from '../kit/whisper/with-retries.ts'

const name = 'LlamaParse'
const limits = { documentSeconds: 900, checkSeconds: 60 }
const retrySchedule = { retries: 3, firstWaitSeconds: 1 }
const firstPollSeconds = 0.25
const maxPollSeconds = 5

const Job = z.object({
  id: z.string().regex(/^[\w-]+$/),
  status: z.string().default('PENDING'),
  error_message: z.string().nullish(),
})
const Result = z.object({
  pages: z.array(z.object({ text: z.string().nullish(), md: z.string().nullish() })),
})

const form = defineSettings({
  title: 'Llama Parse Text Extractor',
  fields: {
    api_key: secret({
      title: 'API Key',
      prefill: '',
      description: 'A key from cloud.llamaindex.ai.',
    }),
    base_url: webAddress({
      title: 'Base URL',
      description: 'Only change this for another region or a private installation.',
    }).default('https://api.cloud.llamaindex.ai'),
    result_type: word(
      { title: 'Result Type', description: 'markdown preserves headings and tables.' },
      { text: 'Text', markdown: 'Markdown' },
    ).default('text'),
    verbose: unread(
      z.boolean().default(true).meta({
        title: 'Verbose',
        description: 'Kept for compatibility with existing settings.',
      }),
    ),
  },
})

export const llamaParse = defineProvider({
  id: 'llamaparse|78860239-b3cc-4cc5-b3de-f84315f75d14',
  kind: 'text-extractor',
  name,
  description: 'LlamaIndex’s text extraction service.',
  icon: '/icons/adapter-icons/llama-parse.png',

  // Older settings call the address `url`.
  settings: { ...form, shape: form.shape.extend({ url: z.url().optional() }) },

  open(settings, { fetch, call }) {
    const base = (settings.url ?? settings.base_url).replace(/(?<!\/)\/+$/, '')
    const root = `${base}/api/parsing`
    const headers = { authorization: `Bearer ${settings.api_key}` }
    const sendOnce = askJson({ name, fetch, headers, errorKey: 'detail' })
    const ask = <T>(path: string, shape: z.ZodType<T>, signal: AbortSignal) =>
      withRetries(retrySchedule, signal, () =>
        call({ limitSeconds: limits.checkSeconds, signal }, (callSignal) =>
          sendOnce({ url: `${root}${path}`, shape, signal: callSignal }),
        ),
      )

    async function submit(bytes: Uint8Array, fileName: string, signal: AbortSignal) {
      const form = await asForm({}, { field: 'file', name: fileName, bytes })
      const response = await fetch(`${root}/upload`, {
        method: 'POST',
        redirect: 'manual',
        headers: { ...headers, accept: 'application/json', 'content-type': form.type },
        body: form.bytes,
        signal,
      })
      return readJsonAnswer(response, { name, shape: Job, errorKey: 'detail' })
    }
    async function waitFor(id: string, signal: AbortSignal): Promise<void> {
      for (let attempt = 0; ; attempt += 1) {
        const { status, error_message } = await ask(`/job/${id}`, Job, signal)
        if (status === 'SUCCESS' || status === 'PARTIAL_SUCCESS') return
        if (status !== 'PENDING') {
          const reason = error_message || `its status is “${status.toLowerCase()}”.`
          const message = `${name} could not read the document: ${reason}`
          throw new ProviderError({ code: 'refused', message })
        }
        await pause(Math.min(maxPollSeconds, firstPollSeconds * 2 ** attempt), signal)
      }
    }
    const isMarkdown = settings.result_type === 'markdown'
    return {
      read: (bytes, { name: fileName = 'document', signal } = {}) =>
        call({ limitSeconds: limits.documentSeconds, signal }, async (callSignal) => {
          const { id } = await submit(bytes, fileName, callSignal)
          await waitFor(id, callSignal)
          const { pages } = await ask(`/job/${id}/result/json`, Result, callSignal)
          return documentOfPages(pages.map(({ text, md }) => (isMarkdown ? md : text) ?? ''))
        }),
      async testConnection() {
        await call({ limitSeconds: limits.checkSeconds }, (signal) =>
          // Any valid key can list projects.
          sendOnce({ url: `${base}/api/v1/projects`, shape: z.array(z.unknown()), signal }),
        )
      },
    }
  },
  check: (extractor) => extractor.testConnection(),
})
