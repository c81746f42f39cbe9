import { bodyLimits, formBytes, maxCharacters, nestedLimits } from '@recto/contract/wire/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'

/** Tests requests above the limits, and exactly at them. */

let server: TestServer
let ada: Person
let workflow: string
let toolEndpoint: string

beforeAll(async () => {
  server = await startServer()
  ada = server.as('admin')
  workflow = (await ada.post('workflow/', { workflow_name: 'Large' })).body.id
  toolEndpoint = (await ada.get(`workflow/${workflow}/endpoint/`)).body[0].id
})

afterAll(() => server?.close())

describe('a body', () => {
  test('of a sign-in may only hold a name and a password', async () => {
    const form = (length: number) =>
      new URLSearchParams({ username: 'admin', password: 'x'.repeat(length) })
    const large = await server.anonymous.post('/api/v1/login', form(bodyLimits.small))
    const usual = await server.anonymous.post('/api/v1/login', form(200))

    expect(large).toMatchObject({ status: 413, body: { type: 'client_error' } })
    expect(usual.status).toBe(200)
  })

  test('that is a form has a small limit everywhere', async () => {
    const tooLarge = await ada.post('workflow/', new URLSearchParams({ a: 'x'.repeat(formBytes) }))

    expect(tooLarge).toMatchObject({ status: 413, body: { errors: [{ code: 'too_large' }] } })
  })

  test('may be as large as its endpoint needs', async () => {
    const createPaddedBody = (bytes: number) => ({
      workflow_name: 'Padded',
      ignored: 'x'.repeat(bytes),
    })
    const tooLarge = await ada.post('workflow/', createPaddedBody(bodyLimits.usual))
    const acceptedResponse = await ada.post('workflow/', createPaddedBody(bodyLimits.usual - 1000))

    expect(tooLarge).toMatchObject({ status: 413, body: { type: 'client_error' } })
    expect(acceptedResponse.status).toBe(201)
  })

  test.each([
    ['with its length', () => new Blob(farTooLarge())],
    ['in chunks', () => ReadableStream.from(farTooLarge())],
  ])(
    'far above its limit is refused so that the sender reads the reply, sent %s',
    async (_, makeBody) => {
      for (const path of [`${server.base}workflow/`, '/api/v1/login', '/api/v1/signup']) {
        const reply = await send(path, { method: 'POST', body: makeBody(), duplex: 'half' })

        expect(reply).toMatchObject({ status: 413, body: { type: 'client_error' } })
      }
    },
  )

  test('far above its limit is refused in the same way, sent as a form with files', async () => {
    const form = new FormData()
    form.append('file', new Blob(farTooLarge()), 'large.pdf')
    const upload = { method: 'POST', body: form, type: null }

    expect(await send('/api/v1/sps/document/', upload)).toMatchObject({
      status: 413,
      body: { errors: [{ detail: 'The file is larger than 20 MB.' }] },
    })
    // This one takes no files at all, and this one nobody who is not signed in.
    expect(await send(`${server.base}workflow/`, upload)).toMatchObject({ status: 415 })
    expect((await fetch(`${server.origin}${server.base}workflow/`, upload)).status).toBe(401)
  })

  test.each(['[', '{"a":'])('that consists of %s only is not JSON', async (part) => {
    const response = await putText(part.repeat(100_000))

    expect(response).toMatchObject({ status: 400, body: { errors: [{ code: 'parse_error' }] } })
  })

  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('of %s within each other is refused', async (open, close) => {
    const deep = `{"configuration":${open.repeat(50_000)}1${close.repeat(50_000)}}`
    const response = await putText(deep)

    expect(response).toMatchObject({ status: 400, body: { errors: [{ attr: 'configuration' }] } })
  })
})

describe('a field', () => {
  test('may have exactly the maximum number of characters', async () => {
    const max = maxCharacters('description')
    const change = (length: number) =>
      ada.patch(`workflow/${workflow}/`, { description: 'x'.repeat(length) })
    const tooLong = await change(max + 1)
    const acceptedResponse = await change(max)

    expect(tooLong.status).toBe(400)
    expect(tooLong.body.errors).toEqual([
      {
        code: 'max_length',
        detail: `Ensure this field has no more than ${max} characters.`,
        attr: 'description',
      },
    ])
    expect(acceptedResponse.body.description).toHaveLength(max)
  })

  test.each([
    ['a long text', { a: { b: 'x'.repeat(maxCharacters('configuration') + 1) } }, '.a.b'],
    ['a long key', { ['k'.repeat(nestedLimits.charactersOfKey + 1)]: 1 }, ''],
    ['many keys', keys(nestedLimits.keys + 1), ''],
    ['a long list', { a: Array(nestedLimits.items + 1).fill(0) }, '.a'],
  ])('of settings with %s is refused at its place', async (_, configuration, place) => {
    const path = `workflow/endpoint/${toolEndpoint}/`
    const previous = await ada.get(path)
    const response = await ada.put(path, { configuration })
    const current = await ada.get(path)

    expect(response.status).toBe(400)
    expect(response.body.errors).toMatchObject([
      { code: 'max_length', attr: `configuration${place}` },
    ])
    expect(current.body).toEqual(previous.body)
  })
})

/** 30 MB, of which no copy is kept. */
const farTooLarge = (): Uint8Array<ArrayBuffer>[] => Array(30).fill(new Uint8Array(1024 * 1024))

type SentRequest = Omit<RequestInit, 'headers'> & {
  readonly duplex?: 'half'
  /** JSON unless stated; null leaves it to `fetch`. */
  readonly type?: string | null
}

async function send(
  path: string,
  { type = 'application/json', ...request }: SentRequest,
): Promise<{ status: number; body: unknown }> {
  const { sessionid, csrftoken = '' } = await ada.cookies()
  const headers = new Headers({
    'x-csrftoken': csrftoken,
    cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}`,
  })
  if (type !== null) headers.set('content-type', type)
  const reply = await fetch(`${server.origin}${path}`, { ...request, headers })
  return { status: reply.status, body: await reply.json() }
}

const putText = (body: string) =>
  send(`${server.base}workflow/endpoint/${toolEndpoint}/`, { method: 'PUT', body })

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
}
