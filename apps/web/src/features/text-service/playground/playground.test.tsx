import * as product from '@recto/contract/text-service/text-product'
import * as api from '@recto/contract/text-service/text-service'
import { endpoint } from '@recto/contract/wire/endpoint'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { modules } from '../../../entry/modules.ts'
import { answer, type FakeAnswers, fakeServer, RefusedReply } from '../../../testing/fake-server.ts'
import { startUpAnswers } from '../../../testing/people.ts'
import { open } from '../../../testing/show.tsx'
import { callLines } from './call-lines.ts'
import { pagesOf } from './extract.ts'
import { defaultOptions, outputModes, processingModes } from './options.ts'

const listEndpoint = endpoint({
  method: 'GET',
  path: '/samples/samples.json',
  who: 'anyone',
  reply: z.json(),
})
const sample = {
  file: 'table.pdf',
  title: 'Dense table',
  description: 'Small print',
  processing_mode: 'low_cost',
  mark_vertical_lines: true,
  mark_horizontal_lines: false,
}
const key: product.TextKeyItem = {
  id: 'id-1',
  api_key: 'secret-of-the-key',
  is_active: true,
  product: { id: 'recto-free', name: 'Free' },
  created_at: '2026-11-01T00:00:00.000000Z',
}
const status = (state: 'processing' | 'processed' | 'error', message = '') => ({
  status: state,
  message,
  detail: [{ page_no: 1, message: 'Processed', execution_time_in_seconds: 1 }],
})

const server = (...extraAnswers: FakeAnswers) =>
  fakeServer(
    startUpAnswers({ organizationId: 'acme' }),
    answer(listEndpoint, () => [sample]),
    answer(product.listTextKeys[0], () => ({ api_keys: [key] })),
    answer(product.getGatewayUrl[0], () => ({ api_gateway_url: 'http://recto.test/api/v2' })),
    answer(api.whisper, () => ({
      message: 'Whisper Job Accepted',
      status: 'processing',
      whisper_hash: '12ab|cd',
    })),
    answer(api.getWhisperStatus, () => status('processed')),
    answer(api.retrieveWhisper, () => ({
      result_text: '0x0: Invoice 42\n0x1: Total  9.50\n0x2: <<<\n0x3: Second page\n0x4: <<<\n0x5: ',
      confidence_metadata: [],
      line_metadata: [],
      metadata: {},
      webhook_metadata: '',
    })),
    answer(api.getHighlights, () => ({
      '1': {
        base_y: 60,
        base_y_percent: 10,
        height: 30,
        height_percent: 5,
        page: 0,
        page_height: 600,
        raw: [0, 60, 30, 600],
      },
    })),
    ...extraAnswers,
  )
const start = () => open('/llm-whisperer/acme/playground', modules)
const pdf = new File(['%PDF-1.7 nothing'], 'invoice.pdf', { type: 'application/pdf' })

async function choose(...files: File[]) {
  await screen.findByText('Drop a PDF here, or click to choose one')
  const field = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!field) throw new Error('There is no field for a file.')
  await userEvent.upload(field, files, { applyAccept: false })
}
const extract = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^(Extract|See Results)$/ }))

test('[TX-049] [TX-050] a document is read as a form and laid out unless one says otherwise', () => {
  expect(processingModes.map(({ value }) => value)).toEqual([
    'form',
    'native_text',
    'low_cost',
    'high_quality',
  ])
  expect(outputModes.map(({ value }) => value)).toEqual(['line-printer', 'text'])
  expect(defaultOptions).toMatchObject({ mode: 'form', output: 'line-printer' })
})

test('[TX-005] [TX-045] [TX-048] the playground begins with what is to be read, and how', async () => {
  server()
  await start()

  expect(await screen.findByRole('heading', { name: 'Playground' })).toBeTruthy()
  for (const field of ['Processing mode', 'Output mode', 'API key']) {
    expect(screen.getByLabelText(field)).toBeTruthy()
  }
  for (const mark of ['Mark vertical lines', 'Mark horizontal lines']) {
    expect(screen.getByRole('checkbox', { name: mark })).toBeTruthy()
  }
  expect(screen.getByRole('button', { name: 'Extract' }).hasAttribute('disabled')).toBe(true)
})

test('[TX-053] without a key nothing is read', async () => {
  server(answer(product.listTextKeys[0], () => ({ api_keys: [] })))
  await start()
  const button = await screen.findByRole('button', {
    name: 'Please select a key in the dropdown',
  })

  expect(button.hasAttribute('disabled')).toBe(true)
})

test('[TX-051] what is no single PDF is refused', async () => {
  server()
  await start()
  await choose(new File(['text'], 'notes.txt'))

  expect(await screen.findByText('Choose a single PDF file.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Extract' }).hasAttribute('disabled')).toBe(true)
})

test('[TX-046] [TX-047] the text comes beside the page, a line shows its place, and the way back keeps it', async () => {
  const { callsOf } = server()
  await start()
  await choose(pdf)
  await extract()
  const line = await screen.findByRole('button', { name: 'Total 9.50' })

  expect(screen.getByRole('region', { name: 'Text of page 2' }).textContent).toContain('Second')
  const [whisperCall] = callsOf(api.whisper)
  expect(whisperCall?.headers.get('unstract-key')).toBe('secret-of-the-key')
  expect(whisperCall?.query).toMatchObject({
    mode: 'form',
    add_line_nos: true,
    file_name: 'invoice.pdf',
  })
  await userEvent.click(line)
  await waitFor(() => expect(callsOf(api.getHighlights)[0]?.query.lines).toBe('1'))
  const call = screen.getByRole('region', { name: 'Do this in code' })
  expect(call.textContent).toContain("curl -X POST 'http://recto.test/api/v2/whisper?mode=form")
  expect(call.textContent).not.toContain('secret-of-the-key')

  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('button', { name: 'See Results' })).toBeTruthy()
  await extract()
  expect(await screen.findByRole('button', { name: 'Total 9.50' })).toBeTruthy()
  expect(callsOf(api.whisper)).toHaveLength(1)
})

test('the browser’s Back returns from the result to the upload, and Forward to the result', async () => {
  const { callsOf } = server()
  const { router } = await start()
  await choose(pdf)
  await extract()
  await screen.findByRole('button', { name: 'Invoice 42' })

  act(() => router.history.back())
  expect(await screen.findByRole('button', { name: 'See Results' })).toBeTruthy()
  act(() => router.history.forward())
  expect(await screen.findByRole('button', { name: 'Invoice 42' })).toBeTruthy()
  expect(callsOf(api.whisper)).toHaveLength(1)
})

test('an address of a result that the page no longer has shows the upload', async () => {
  server()
  const { router } = await open('/llm-whisperer/acme/playground?screen=result', modules)

  expect(await screen.findByRole('heading', { name: 'Playground' })).toBeTruthy()
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('[TX-046] while it is read the pages are counted', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof status>>()
  let pollCount = 0
  server(answer(api.getWhisperStatus, () => (pollCount++ === 0 ? status('processing') : promise)))
  await start()
  await choose(pdf)
  await extract()

  const progress = await screen.findByText('Extracting the text')
  await waitFor(() => expect(pollCount).toBe(2))
  expect(progress).toBeTruthy()
  resolve(status('processed'))
  expect(await screen.findByRole('button', { name: 'Invoice 42' })).toBeTruthy()
})

test('[TX-056] a document that cannot be read says why, in the server’s words if it has any', async () => {
  let reply: () => RefusedReply | ReturnType<typeof status> = () =>
    status('error', 'The PDF is damaged.')
  server(answer(api.getWhisperStatus, () => reply()))
  await start()
  await choose(pdf)
  await extract()
  expect(await screen.findByText('The PDF is damaged.')).toBeTruthy()

  reply = () => new RefusedReply(500, '')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Failed to extract')).toBeTruthy()
})

test('pages of the day that are used up are told here, and lead to no other page', async () => {
  const words = 'The free plan includes 100 pages per day. 0 are left today.'
  server(answer(api.whisper, () => new RefusedReply(402, { message: words })))
  const { path } = await start()
  await choose(pdf)
  await extract()

  expect(await screen.findByText(words)).toBeTruthy()
  expect(path()).toBe('/llm-whisperer/acme/playground')
})

test('[TX-054] a sample brings the way in which it is read best', async () => {
  const bytes = endpoint({
    method: 'GET',
    path: '/samples/table.pdf',
    who: 'anyone',
    reply: z.string(),
  })
  server(answer(bytes, () => '%PDF-1.7'))
  await start()
  await userEvent.click(await screen.findByRole('button', { name: /Dense table/ }))

  const mark = screen.getByRole('checkbox', { name: 'Mark vertical lines' })
  await waitFor(() => expect((mark as HTMLInputElement).checked).toBe(true))
  const form = screen.getByLabelText('Processing mode').closest('form')
  expect(within(form as HTMLElement).getByText('Low cost')).toBeTruthy()
  expect(screen.getByText('table.pdf')).toBeTruthy()
})

test('[TX-055] samples that cannot be loaded say so', async () => {
  server(answer(listEndpoint, () => new RefusedReply(404, '')))
  await start()

  expect(await screen.findByText('Failed to load the sample documents')).toBeTruthy()
})

test('the numbers of lines are taken off, and pages part at their separators', () => {
  const pages = pagesOf('0x00: a\n0x01: \n0x02: <<<\n0x03: 0x1: b\n0x04: <<<\n0x05: ')

  expect(pages.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
    ['a', '', '<<<'],
    ['0x1: b', '<<<'],
  ])
})

test('the lines of a program say exactly what was chosen, whatever the file is called', () => {
  const call = {
    address: 'http://recto.test/api/v2',
    options: { ...defaultOptions, mode: 'low_cost', marksVertical: true } as const,
    fileName: "it's.pdf",
  }

  expect(callLines.cURL(call)).toContain(`--data-binary @'it'\\''s.pdf'`)
  expect(callLines.cURL(call)).toContain('mark_vertical_lines=true')
  expect(callLines.Python(call)).toContain("file_path='it\\'s.pdf'")
  expect(callLines.Python(call)).toContain('mark_vertical_lines=True')
  expect(callLines.TypeScript(call)).toContain('"mode": "low_cost"')
})
