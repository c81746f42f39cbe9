import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { bodyLimits, maxCharacters } from '@recto/contract/wire/limits'
import { maxGrowth, measureGrowth } from '@recto/testkit/measure-growth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { findAcceptedRequest } from './testing/asking/find-accepted-request.ts'
import { hostileTexts, hostileValues } from './testing/asking/hostile-texts.ts'
import { type KnownThings, makeKnownThings } from './testing/asking/known-things.ts'
import { type RequestContent, sendRequest } from './testing/asking/send-request.ts'

/** Requests four times as large may take about four times as long, whatever they contain. */

let server: TestServer
let knownThings: KnownThings
let webFolder: string

const refuse = () => Promise.reject(new TypeError('fetch failed'))

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'recto-web-'))
  await writeFile(join(webFolder, 'index.html'), '<meta name="recto-product" content="">')
  server = await startServer({
    replace: { fetch: refuse, publicFetch: refuse },
    webFolder,
    worker: true,
  })
  knownThings = await makeKnownThings(server)
})

afterAll(async () => {
  await server?.close()
  await rm(webFolder, { recursive: true, force: true })
})

/** Excluded, because they end the session or compute nothing. */
const isLeftOut = ({ changesState, accepts }: Endpoint) => changesState || accepts === 'raw'

type Case = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly size: number
  readonly make: (size: number) => RequestContent
}

/** Finds the first case whose time grows faster than its size. */
async function slowOf(cases: readonly Case[]): Promise<unknown[]> {
  for (const { name, endpoint, size, make } of cases) {
    const ask = (size: number) =>
      sendRequest(server.origin, knownThings, { endpoint, sent: make(size) })
    const growth = await measureGrowth(ask, Math.floor(size / 4))
    if (growth > maxGrowth) return [[endpoint.method, endpoint.path, name, growth]]
  }
  return []
}

type Fields = Readonly<Record<string, z.ZodType>>

const fieldsOf = (schema: Endpoint['body']): Fields =>
  (schema as { shape?: Fields } | undefined)?.shape ?? {}

/** Characters that a body may certainly have; more are not needed to detect quadratic growth. */
const maxBodyBytes = ({ bodySize = 'usual' }: Endpoint) =>
  Math.min(0.8 * bodyLimits[bodySize], 40_000)

const maxUrlLength = 12_000
const hostileInputs = [...hostileTexts, ...hostileValues]

/** Values of another type are refused before anything inspects them, so a few are enough. */
function valuesFor(field: z.ZodType): typeof hostileInputs {
  const whole = JSON.stringify(z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' }))
  const takesTexts = /"type":"string"(?!,"(?:enum|const|format))/.test(whole)
  const takesParts = /"type":"(?:array|object)"/.test(whole)
  const takesAnything = !whole.includes('"type"') && !whole.includes('"enum"')
  return [
    ...(takesTexts || takesAnything ? hostileTexts : hostileTexts.slice(0, 1)),
    ...(takesParts || takesAnything ? hostileValues : hostileValues.slice(0, 1)),
  ]
}

/** Puts each of the values in one field at a time, next to usual values of the others. */
function inOneField(endpoint: Endpoint, { usual, part, max }: Place): Case[] {
  return Object.entries(fieldsOf(endpoint[part])).flatMap(([field, schema]) =>
    valuesFor(schema).map((value, index) => ({
      name: `${field} ${index}`,
      endpoint,
      size: max(field),
      make: (size: number) => ({
        ...usual,
        [part]: { ...(usual[part] as object), [field]: value(size) },
      }),
    })),
  )
}

type Place = {
  readonly usual: RequestContent
  readonly part: 'body' | 'query'
  readonly max: (field: string) => number
}

/** Too much for most fields: refusals must be quick as well. */
function inAllFields(endpoint: Endpoint): Case[] {
  const fields = Object.keys(fieldsOf(endpoint.body))
  return hostileInputs.map((value, index) => ({
    name: `all fields ${index}`,
    endpoint,
    size: maxBodyBytes(endpoint),
    make: (size) => ({
      body: Object.fromEntries(fields.map((field) => [field, value(size / fields.length)])),
    }),
  }))
}

const asBody = (endpoint: Endpoint): Case[] =>
  hostileValues.map((value, index) => ({
    name: `the body ${index}`,
    endpoint,
    size: maxBodyBytes(endpoint),
    make: (size) => ({ body: value(size) }),
  }))

test('by request body', { timeout: 600_000 }, async () => {
  const endpoints = server.endpoints.filter(
    (one) => one.body && one.method !== 'GET' && !isLeftOut(one),
  )
  const slow: unknown[] = []
  for (const endpoint of endpoints) {
    const acceptedRequest = await findAcceptedRequest(server.origin, knownThings, endpoint)
    const max = (field: string) => Math.min(maxCharacters(field), maxBodyBytes(endpoint))
    const inOne = inOneField(endpoint, { usual: acceptedRequest, part: 'body', max })
    slow.push(...(await slowOf([...inAllFields(endpoint), ...asBody(endpoint), ...inOne])))
  }

  expect(endpoints.length).toBeGreaterThan(40)
  expect(slow).toEqual([])
})

test('by query', { timeout: 600_000 }, async () => {
  const endpoints = server.endpoints.filter((one) => one.query && !isLeftOut(one))
  const slow: unknown[] = []
  for (const endpoint of endpoints) {
    const acceptedRequest = await findAcceptedRequest(server.origin, knownThings, endpoint)
    const inOne = inOneField(endpoint, {
      usual: acceptedRequest,
      part: 'query',
      max: () => maxUrlLength,
    })
    slow.push(...(await slowOf(inOne)))
  }

  expect(endpoints.length).toBeGreaterThan(20)
  expect(slow).toEqual([])
})

const field = 'Content-Disposition: form-data; name="a"\r\n\r\n'

const formParts = [
  'a',
  '-',
  '\r',
  '\n',
  '\r\n',
  '\r\n--',
  '\r\n--b',
  '--b\r\n',
  'a: b\r\n',
  ': ',
  '"',
  ' ',
  `${field}\r\n--b\r\n`,
  `${field}a`,
  'Content-Disposition: form-data; name="',
  ';',
  'a=',
  'Content-Disposition: form-data; name="f"; filename="a"\r\n\r\n--b\r\n',
  '%20',
  '\\"',
]

test('by form', { timeout: 600_000 }, async () => {
  const endpoints = server.endpoints.filter(({ accepts }) => accepts === 'multipart')
  const type = 'multipart/form-data; boundary=b'
  const cases = endpoints.flatMap((endpoint) =>
    formParts.map(
      (part): Case => ({
        name: part,
        endpoint,
        size: 300_000,
        make: (size) => ({ type, body: `--b\r\n${part.repeat(size / part.length)}\r\n--b--\r\n` }),
      }),
    ),
  )

  expect(endpoints.length).toBeGreaterThan(2)
  expect(await slowOf(cases)).toEqual([])
})

test('by unknown URL and headers', { timeout: 600_000 }, async () => {
  const starts = ['/', '/api/v1/', '/assets/', '/deployment/api/', '/public/share/', '/mr/']
  const headers = ['cookie', 'authorization', 'unstract-key', 'x-csrftoken', 'user-agent']
  const slow: [string, number, number][] = []
  for (const [index, text] of hostileTexts.entries()) {
    const encodeText = (size: number) => encodeURIComponent(text(size / 3)).slice(0, size)
    for (const start of starts) {
      const ask = (size: number) => fetch(`${server.origin}${start}${encodeText(size)}`)
      slow.push([start, index, await measureGrowth(ask, maxUrlLength / 4)])
    }
    for (const name of headers) {
      const path = name === 'cookie' ? '/api/v1/session' : `/deployment/api/recto/${index}/`
      const ask = (size: number) =>
        fetch(`${server.origin}${path}`, { headers: { [name]: inHeader(text(size)) } })
      slow.push([name, index, await measureGrowth(ask, maxUrlLength / 4)])
    }
  }

  expect(slow.filter(([, , growth]) => growth > maxGrowth)).toEqual([])
})

const inHeader = (text: string) => text.replaceAll('ä', 'a').replaceAll('\n', '\t')
