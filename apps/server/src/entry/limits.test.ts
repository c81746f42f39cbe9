import { bodyLimits, formBytes, maxCharacters, nestedLimits } from '@recto/contract/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'

/** What is more than may be asked at once, and what is just as much. */

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
  test('of a sign-in has room for a name and a password only', async () => {
    const form = (length: number) =>
      new URLSearchParams({ username: 'admin', password: 'x'.repeat(length) })
    const large = await server.anonymous.post('/api/v1/login', form(bodyLimits.small))
    const usual = await server.anonymous.post('/api/v1/login', form(200))

    expect(large).toMatchObject({ status: 413, body: { type: 'client_error' } })
    expect(usual.status).toBe(200)
  })

  test('that is a form is small wherever it goes', async () => {
    const refused = await ada.post('workflow/', new URLSearchParams({ a: 'x'.repeat(formBytes) }))

    expect(refused).toMatchObject({ status: 413, body: { errors: [{ code: 'too_large' }] } })
  })

  test('is as large as its endpoint needs', async () => {
    const padded = (bytes: number) => ({ workflow_name: 'Padded', ignored: 'x'.repeat(bytes) })
    const refused = await ada.post('workflow/', padded(bodyLimits.usual))
    const taken = await ada.post('workflow/', padded(bodyLimits.usual - 1000))

    expect(refused).toMatchObject({ status: 413, body: { type: 'client_error' } })
    expect(taken.status).toBe(201)
  })

  test.each(['[', '{"a":'])('that is nothing but %s is no JSON', async (part) => {
    const refused = await putText(part.repeat(100_000))

    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'parse_error' }] } })
  })

  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('of %s within each other is refused', async (open, close) => {
    const deep = `{"configuration":${open.repeat(50_000)}1${close.repeat(50_000)}}`
    const refused = await putText(deep)

    expect(refused).toMatchObject({ status: 400, body: { errors: [{ attr: 'configuration' }] } })
  })
})

describe('a field', () => {
  test('has as many characters as it may have, and no more', async () => {
    const most = maxCharacters('description')
    const change = (length: number) =>
      ada.patch(`workflow/${workflow}/`, { description: 'x'.repeat(length) })
    const refused = await change(most + 1)
    const taken = await change(most)

    expect(refused.status).toBe(400)
    expect(refused.body.errors).toEqual([
      {
        code: 'max_length',
        detail: `Ensure this field has no more than ${most} characters.`,
        attr: 'description',
      },
    ])
    expect(taken.body.description).toHaveLength(most)
  })

  test.each([
    ['a long text', { a: { b: 'x'.repeat(maxCharacters('configuration') + 1) } }, '.a.b'],
    ['a long key', { ['k'.repeat(nestedLimits.charactersOfKey + 1)]: 1 }, ''],
    ['many keys', keys(nestedLimits.keys + 1), ''],
    ['a long list', { a: Array(nestedLimits.items + 1).fill(0) }, '.a'],
  ])('of settings with %s is refused at its place', async (_, configuration, place) => {
    const path = `workflow/endpoint/${toolEndpoint}/`
    const before = await ada.get(path)
    const refused = await ada.put(path, { configuration })
    const after = await ada.get(path)

    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([
      { code: 'max_length', attr: `configuration${place}` },
    ])
    expect(after.body).toEqual(before.body)
  })
})

async function putText(body: string): Promise<{ status: number; body: unknown }> {
  const { sessionid, csrftoken = '' } = await ada.cookies()
  const answer = await fetch(`${server.origin}${server.base}workflow/endpoint/${toolEndpoint}/`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      'x-csrftoken': csrftoken,
      cookie: `sessionid=${sessionid}; csrftoken=${csrftoken}`,
    },
    body,
  })
  return { status: answer.status, body: await answer.json() }
}

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))
}
