import { createHash } from 'node:crypto'
import { omitUndefined } from '@recto/omit-undefined'
import {
  type CannedService,
  type ServiceExchange,
  type ServiceReply,
  type ServiceTurn,
  startCannedService,
} from './canned-service.ts'

/** A line of a page as the service reads it. */
type CannedLine = {
  readonly text: string
  /** Pixels at 288 dpi: the bottom edge, and the height upwards. */
  readonly baseY: number
  readonly height: number
  /** The words of which the service is less sure. */
  readonly unsure?: readonly { readonly text: string; readonly confidence: number }[]
}

export type CannedText = {
  readonly pages: readonly (readonly CannedLine[])[]
  /** Pixels at 288 dpi; default that of a letter. */
  readonly pageHeight?: number
  /** Text between the separator and the next page; by default a form feed, the newest form. */
  readonly pageTail?: string
}

export type TextTurn = ServiceTurn

export type CannedTextServiceOptions = {
  /** When given, any other key is refused with 401. */
  readonly key?: string
  readonly text?: CannedText
  /** Statuses of the job, one for each request, of which the last repeats; by default `processed`. */
  readonly states?: readonly string[]
  /** Said beside a state that is an error. */
  readonly failure?: string
}

/** Its address is without `/api/v2`. */
export type CannedTextService = CannedService

type Job = {
  readonly options: ServiceExchange['query']
  readonly states: string[]
  isDelivered: boolean
}

const refuse = (status: number, message: string): ServiceReply => ({ status, body: { message } })

const strategies = ['left-priority', 'mid-priority', 'right-priority']

/** A text extraction service for tests: real HTTP, the real protocol, a text that the test chooses. */
export async function startCannedTextService(
  options: CannedTextServiceOptions = {},
): Promise<CannedTextService> {
  const jobs = new Map<string, Job>()
  return startCannedService({
    answer: (exchange) => answerTo(exchange, options, jobs),
    refusal: (_status, message) => ({ message }),
  })
}

const nothingThere = 'There is nothing at this address.'

function answerTo(
  exchange: ServiceExchange,
  options: CannedTextServiceOptions,
  jobs: Map<string, Job>,
): ServiceReply {
  if (options.key !== undefined && exchange.headers['unstract-key'] !== options.key)
    return refuse(401, 'Invalid API key')

  const { method, path } = exchange
  if (method === 'POST' && path === '/api/v2/whisper') return accept(exchange, options, jobs)
  return method === 'GET' ? tell(exchange, options, jobs) : refuse(404, nothingThere)
}

function tell(
  { path, query }: ServiceExchange,
  options: CannedTextServiceOptions,
  jobs: ReadonlyMap<string, Job>,
): ServiceReply {
  if (path === '/api/v2/test-connection') return { status: 200, body: { message: 'ok' } }
  const job = jobs.get(query.whisper_hash ?? '')
  const answers: Readonly<Record<string, (job: Job) => ServiceReply>> = {
    '/api/v2/whisper-status': (job) => statusOf(job, options),
    '/api/v2/whisper-retrieve': (job) => deliver(job, options.text),
    '/api/v2/highlights': (job) => highlight(job, options.text),
  }
  const answer = answers[path]
  if (!answer) return refuse(404, nothingThere)
  return job ? answer(job) : refuse(400, 'Whisper job not found for the provided whisper hash')
}

function accept(
  { query, bytes }: ServiceExchange,
  { states = ['processed'] }: CannedTextServiceOptions,
  jobs: Map<string, Job>,
): ServiceReply {
  if (!strategies.includes(query.line_splitter_strategy ?? 'left-priority'))
    return refuse(400, 'Invalid line splitter strategy')
  if (bytes.length === 0) return refuse(400, 'No document was sent')
  const number = (jobs.size + 1).toString(16).padStart(8, '0')
  const hash = `${number}|${createHash('md5').update(bytes).digest('hex')}`
  jobs.set(hash, { options: query, states: [...states], isDelivered: false })
  const body = { message: 'Whisper Job Accepted', status: 'processing', whisper_hash: hash }
  return { status: 202, body }
}

function statusOf({ states }: Job, { failure }: CannedTextServiceOptions): ServiceReply {
  const status = (states.length > 1 ? states.shift() : states[0]) ?? 'processed'
  return { status: 200, body: omitUndefined({ status, message: failure }) }
}

function deliver(job: Job, text: CannedText = { pages: [] }): ServiceReply {
  if (job.isDelivered) return refuse(400, 'Whisper already delivered')
  job.isDelivered = true
  const { lines } = write(text, job.options.page_separator)
  const digits = Math.max(1, (lines.length - 1).toString(16).length)
  const number = (index: number) => index.toString(16).toUpperCase().padStart(digits, '0')
  const numberedLines = lines.map(({ text }, index) => `0x${number(index)}: ${text}`)
  const isNumbered = job.options.add_line_nos?.toLowerCase() === 'true'
  const body = {
    result_text: (isNumbered ? numberedLines : lines.map(({ text }) => text)).join('\n'),
    confidence_metadata: lines.map(({ line }) => line?.unsure ?? []),
    metadata: {},
    webhook_metadata: '',
  }
  return { status: 200, body }
}

function highlight({ options }: Job, text: CannedText = { pages: [] }): ServiceReply {
  if (options.add_line_nos?.toLowerCase() !== 'true') return refuse(400, 'Line metadata not found')
  const pageHeight = text.pageHeight ?? 3168
  const places = write(text, options.page_separator).lines.map(({ line, page }, index) => {
    const base_y = line?.baseY ?? 0
    const height = line?.height ?? 0
    const position = line ? { page, page_height: pageHeight } : { page: 0, page_height: 0 }
    const raw = [position.page, base_y, height, position.page_height]
    const percent = (value: number) => (line ? (value / pageHeight) * 100 : 0)
    const percents = { base_y_percent: percent(base_y), height_percent: percent(height) }
    return [String(index), { base_y, height, ...percents, ...position, raw }]
  })
  return { status: 200, body: Object.fromEntries(places) }
}

type WrittenText = { readonly text: string; readonly page: number; readonly line?: CannedLine }

/** The whole text by lines: two blank ones, those of the page each with a space, a blank one, the separator. */
function write(
  { pages, pageTail = '\f' }: CannedText,
  separator = '<<<',
): { readonly lines: readonly WrittenText[] } {
  const lines: WrittenText[] = [{ text: '', page: 0 }]
  const type = (text: string, page: number, line?: CannedLine) => {
    const [first = '', ...rest] = text.split('\n')
    const last = lines.at(-1)
    lines[lines.length - 1] = {
      ...last,
      page,
      text: `${last?.text}${first}`,
      ...omitUndefined({ line }),
    }
    for (const lineText of rest) lines.push({ text: lineText, page })
  }
  for (const [number, page] of pages.entries()) {
    if (page.length > 0) type('\n\n', number)
    for (const line of page) type(`${line.text} \n`, number, line)
    const pageSeparator = separator.replaceAll('{{page_no}}', String(number + 1))
    type(`\n${pageSeparator}${pageTail}`, number)
  }
  return { lines }
}
