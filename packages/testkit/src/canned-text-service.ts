import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type ScriptedServer, startScriptedServer } from './scripted-server.ts'

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
  /** What stands between the separator and the next page; default the newest form, a form feed. */
  readonly pageTail?: string
}

/** How to treat one request. Everything not said is as usual. */
export type TextTurn = {
  readonly status?: number
  readonly message?: string
  readonly retryAfterSeconds?: number
  /** Where a redirect leads. */
  readonly location?: string
  readonly fault?: 'hang-up' | 'silence' | 'malformed-json' | 'empty-body' | 'web-page'
}

type TextExchange = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
  readonly bytes: Uint8Array
}

export type CannedTextServiceOptions = {
  /** When given, any other key is refused with 401. */
  readonly key?: string
  readonly text?: CannedText
  /** What the job is called at each question, the last for ever; default `processed` at once. */
  readonly states?: readonly string[]
  /** Said beside a state that is an error. */
  readonly failure?: string
}

/** Its address is without `/api/v2`. */
export type CannedTextService = ScriptedServer<TextExchange, TextTurn>

type Job = {
  readonly options: TextExchange['query']
  readonly states: string[]
  isDelivered: boolean
}

type Reply = { readonly status: number; readonly body: unknown }

const refuse = (status: number, message: string): Reply => ({ status, body: { message } })

const strategies = ['left-priority', 'mid-priority', 'right-priority']

/** A text extraction service for tests: real HTTP, the real protocol, a text that the test chooses. */
export async function startCannedTextService(
  options: CannedTextServiceOptions = {},
): Promise<CannedTextService> {
  const jobs = new Map<string, Job>()
  return startScriptedServer<TextExchange, TextTurn>(async ({ request, response, record }) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const { method = 'GET', headers } = request
    const bytes = await buffer(request)
    const query = Object.fromEntries(searchParams)
    const exchange = { method, path: pathname, query, headers, bytes }
    const turn = record(exchange) ?? {}
    if (turn.fault !== 'silence') send(response, turn, answerTo(exchange, turn, options, jobs))
  })
}

function send(response: ServerResponse, turn: TextTurn, { status, body }: Reply): void {
  const { retryAfterSeconds, location, fault } = turn
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds))
  if (location !== undefined) response.setHeader('location', location)
  const whole = JSON.stringify(body)
  if (fault === 'hang-up') {
    response.writeHead(status, { 'content-length': whole.length })
    response.write(whole.slice(0, whole.length / 2), () => response.destroy())
    return
  }
  const faulty = {
    'web-page': '<!doctype html><title>Somewhere else</title>',
    'malformed-json': whole.slice(0, -2),
    'empty-body': '',
    silence: '',
  }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(fault ? faulty[fault] : whole)
}

function answerTo(
  exchange: TextExchange,
  turn: TextTurn,
  options: CannedTextServiceOptions,
  jobs: Map<string, Job>,
): Reply {
  if (options.key !== undefined && exchange.headers['unstract-key'] !== options.key)
    return refuse(401, 'Invalid API key')
  if (turn.status !== undefined)
    return refuse(turn.status, turn.message ?? `The service was told to answer ${turn.status}.`)

  const { method, path } = exchange
  if (method === 'POST' && path === '/api/v2/whisper') return accept(exchange, options, jobs)
  return method === 'GET' ? tell(exchange, options, jobs) : refuse(404, nothingThere)
}

const nothingThere = 'There is nothing at this address.'

function tell(
  { path, query }: TextExchange,
  options: CannedTextServiceOptions,
  jobs: ReadonlyMap<string, Job>,
): Reply {
  if (path === '/api/v2/test-connection') return { status: 200, body: { message: 'ok' } }
  const job = jobs.get(query.whisper_hash ?? '')
  const answers: Readonly<Record<string, (job: Job) => Reply>> = {
    '/api/v2/whisper-status': (job) => statusOf(job, options),
    '/api/v2/whisper-retrieve': (job) => deliver(job, options.text),
    '/api/v2/highlights': (job) => highlight(job, options.text),
  }
  const answer = answers[path]
  if (!answer) return refuse(404, nothingThere)
  return job ? answer(job) : refuse(400, 'Whisper job not found for the provided whisper hash')
}

function accept(
  { query, bytes }: TextExchange,
  { states = ['processed'] }: CannedTextServiceOptions,
  jobs: Map<string, Job>,
): Reply {
  if (!strategies.includes(query.line_splitter_strategy ?? 'left-priority'))
    return refuse(400, 'Invalid line splitter strategy')
  if (bytes.length === 0) return refuse(400, 'No document was sent')
  const number = (jobs.size + 1).toString(16).padStart(8, '0')
  const hash = `${number}|${createHash('md5').update(bytes).digest('hex')}`
  jobs.set(hash, { options: query, states: [...states], isDelivered: false })
  const body = { message: 'Whisper Job Accepted', status: 'processing', whisper_hash: hash }
  return { status: 202, body }
}

function statusOf({ states }: Job, { failure }: CannedTextServiceOptions): Reply {
  const status = (states.length > 1 ? states.shift() : states[0]) ?? 'processed'
  return { status: 200, body: { status, ...(failure !== undefined && { message: failure }) } }
}

function deliver(job: Job, text: CannedText = { pages: [] }): Reply {
  if (job.isDelivered) return refuse(400, 'Whisper already delivered')
  job.isDelivered = true
  const { lines } = write(text, job.options.page_separator)
  const digits = Math.max(1, (lines.length - 1).toString(16).length)
  const number = (index: number) => index.toString(16).toUpperCase().padStart(digits, '0')
  const numbered = lines.map(({ text }, index) => `0x${number(index)}: ${text}`)
  const isNumbered = job.options.add_line_nos?.toLowerCase() === 'true'
  const body = {
    result_text: (isNumbered ? numbered : lines.map(({ text }) => text)).join('\n'),
    confidence_metadata: lines.map(({ line }) => line?.unsure ?? []),
    metadata: {},
    webhook_metadata: '',
  }
  return { status: 200, body }
}

function highlight({ options }: Job, text: CannedText = { pages: [] }): Reply {
  if (options.add_line_nos?.toLowerCase() !== 'true') return refuse(400, 'Line metadata not found')
  const pageHeight = text.pageHeight ?? 3168
  const places = write(text, options.page_separator).lines.map(({ line, page }, index) => {
    const [base_y, height] = [line?.baseY ?? 0, line?.height ?? 0]
    const known = line ? { page, page_height: pageHeight } : { page: 0, page_height: 0 }
    const raw = [known.page, base_y, height, known.page_height]
    const percent = (value: number) => (line ? (value / pageHeight) * 100 : 0)
    const percents = { base_y_percent: percent(base_y), height_percent: percent(height) }
    return [String(index), { base_y, height, ...percents, ...known, raw }]
  })
  return { status: 200, body: Object.fromEntries(places) }
}

type Written = { readonly text: string; readonly page: number; readonly line?: CannedLine }

/** The whole text by lines: two blank ones, those of the page each with a space, a blank one, the separator. */
function write(
  { pages, pageTail = '\f' }: CannedText,
  separator = '<<<',
): { readonly lines: readonly Written[] } {
  const lines: Written[] = [{ text: '', page: 0 }]
  const type = (text: string, page: number, line?: CannedLine) => {
    const [first = '', ...rest] = text.split('\n')
    const last = lines.at(-1)
    lines[lines.length - 1] = {
      ...last,
      page,
      text: `${last?.text}${first}`,
      ...(line && { line }),
    }
    for (const more of rest) lines.push({ text: more, page })
  }
  for (const [number, page] of pages.entries()) {
    if (page.length > 0) type('\n\n', number)
    for (const line of page) type(`${line.text} \n`, number, line)
    const named = separator.replaceAll('{{page_no}}', String(number + 1))
    type(`\n${named}${pageTail}`, number)
  }
  return { lines }
}
