import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawPages } from '../testing/draw-pages.ts'
import { startTextService, type TextService } from '../testing/start-text-service.ts'

/** The call of the playground: a PDF in, its text out. */

let service: TextService
let invoice: Uint8Array
beforeAll(async () => {
  service = await startTextService()
  invoice = await drawPages(['Invoice 42', 'Total 12.50'], ['Second page'])
})
afterAll(() => service?.close())

const extract = (
  fields: Record<string, string>,
  files: readonly { name: string; content: Uint8Array | string }[] = [
    { name: 'invoice.pdf', content: invoice },
  ],
  target = service,
) => target.server.as('admin').upload('/api/v1/llmwhisperer/recto/extract-text/', { fields, files })

describe('what cannot be extracted', () => {
  test('[TX-052] needs a key of the organization', async () => {
    const otherClient = await service.of('elsewhere')
    expect(otherClient).toBeDefined()
    for (const key of [undefined, 'no-key', crypto.randomUUID()]) {
      const { status, body } = await extract(key === undefined ? {} : { recto_key: key })

      expect([status, body.message]).toEqual([400, 'Please select a key'])
    }
  })

  test('[TX-051] is all but one single PDF, whatever its name says', async () => {
    const pdf = { name: 'a.pdf', content: invoice }
    for (const files of [
      [{ name: 'a.txt', content: 'Text' }],
      [{ name: 'a.pdf', content: 'Text that calls itself a PDF' }],
      [pdf, pdf],
    ]) {
      const { status, body } = await extract({ recto_key: service.key }, files)

      expect([status, body.message]).toEqual([400, 'Choose a single PDF file.'])
    }
    const emptyReply = await extract({ recto_key: service.key }, [])
    expect([emptyReply.status, emptyReply.body.message]).toEqual([400, 'No file was submitted.'])
  })

  test('[TX-056] says why', async () => {
    const brokenFiles = [{ name: 'broken.pdf', content: '%PDF-1.7\nnothing of the kind' }]
    const { status, body } = await extract({ recto_key: service.key }, brokenFiles)

    expect(status).toBe(400)
    expect(body.message.length).toBeGreaterThan(10)
  })

  test('modes that there are not are refused by name', async () => {
    const { status, body } = await extract({ recto_key: service.key, processing_mode: 'magic' })

    expect(status).toBe(400)
    expect(body.message).toBe('processing_mode: "magic" is not a valid choice.')
  })
})

test('[TX-048] [TX-050] [TX-057] the text comes as text, once, and counts as pages of the key', async () => {
  const fields = { recto_key: service.key, processing_mode: 'native_text' }
  const laidOut = await extract(fields)
  const plain = await extract({ ...fields, output_mode: 'text', force_text_processing: 'true' })
  const namedReply = await extract({ ...fields, output_mode: 'layout_preserving' })
  const hash = laidOut.headers.get('whisper-hash') ?? ''
  const repeatedReply = await service.client.ask('GET', '/whisper-retrieve', {
    query: { whisper_hash: hash },
  })

  expect(laidOut.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(laidOut.body).toMatch(/Invoice 42\s+Total 12\.50\s+<<<\s+Second page/)
  expect(plain.body).toContain('Total 12.50')
  expect(namedReply.body).toBe(laidOut.body)
  expect(repeatedReply.body.message).toBe('Whisper already delivered')
  const usage = await service.client.ask('GET', '/get-usage-info')
  expect(usage.body.current_page_count_native_text).toBe(6)
})

test('who has used the pages of the day is told so, and when the next one begins', async () => {
  const boundedService = await startTextService({
    worker: false,
    env: { RECTO_TEXT_FREE_PAGES: '1' },
  })
  try {
    const fields = { recto_key: boundedService.key, processing_mode: 'native_text' }
    const { status, body, headers } = await extract(fields, undefined, boundedService)

    expect(status).toBe(402)
    expect(headers.get('x-quota-reset')).toMatch(/T00:00:00\.000Z$/)
    expect(body.message).toContain('The free plan includes 1 pages per day.')
  } finally {
    await boundedService.close()
  }
})

test('[TX-060] where a human check is configured, its token comes in secret_response', async () => {
  const checked = await startTextService({
    worker: false,
    env: {
      RECTO_HUMAN_CHECK: 'turnstile',
      RECTO_HUMAN_CHECK_SITE_KEY: 'site',
      RECTO_HUMAN_CHECK_SECRET: 'secret',
      RECTO_HUMAN_CHECK_URL: 'http://127.0.0.1:9/siteverify',
    },
  })
  try {
    const plainReply = await extract({ recto_key: checked.key }, undefined, checked)

    expect([plainReply.status, plainReply.body.message]).toEqual([
      400,
      'secret_response: Human verification is required.',
    ])
    const unheard = { recto_key: checked.key, secret_response: 'token' }
    expect((await extract(unheard, undefined, checked)).status).toBe(503)
  } finally {
    await checked.close()
  }
})
