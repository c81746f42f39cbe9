import {
  createAdapter,
  deleteAdapter,
  getAdapter,
  listAdapters,
} from '@recto/contract/adapters/adapters'
import { getSession } from '@recto/contract/organizations/session'
import { endpoint } from '@recto/contract/wire/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, fakeServer, RefusedReply, refuse } from '../../testing/fake-server.ts'
import { fullSetUp } from '../../testing/people.ts'
import { addressOf, setApiOrganization } from './address.ts'
import { explain, failuresByField, Refusal } from './refusal.ts'
import { send, upload } from './requests.ts'

const id = '11111111-1111-4111-8111-111111111111'
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('It was not refused.'),
    (refusal: Refusal) => refusal,
  )

test('calls of an organization live under its base, all others stand alone [AC-033 AC-034]', () => {
  expect(addressOf(getAdapter, { params: { id } })).toBe(`/api/v1/recto/acme/adapter/${id}/`)
  expect(addressOf(listAdapters, { query: { adapter_type: 'LLM', gap: undefined } })).toBe(
    '/api/v1/recto/acme/adapter/?adapter_type=LLM',
  )
  expect(addressOf(getSession, { query: { q: 5 } })).toBe('/api/v1/session?q=5')
})

test('the product segment is the one that the server wrote into the page', () => {
  document.head.innerHTML = '<meta name="recto-product" content="other">'

  expect(addressOf(listAdapters, {})).toBe('/api/v1/other/acme/adapter/')
  document.head.innerHTML = ''
})

test('nothing is asked of an organization before there is one', () => {
  setApiOrganization(undefined)

  expect(() => addressOf(listAdapters, {})).toThrow('before an organization was set')
})

test('writes carry the token of the cookie, reads do not [AC-032]', async () => {
  const { callsOf } = fakeServer(
    answer(listAdapters, () => [...fullSetUp]),
    answer(deleteAdapter, () => undefined),
  )

  await send(listAdapters, { query: {} })
  await send(deleteAdapter, { params: { id } })

  expect(callsOf(listAdapters)[0]?.headers.get('X-CSRFToken')).toBeNull()
  expect(callsOf(deleteAdapter)[0]?.headers.get('X-CSRFToken')).toBe('token-of-ana')
})

test.each([
  ['client_error', 409, 'In use.'],
  ['server_error', 500, 'The store is closed.'],
])(
  'a %s shows its first detail, else the words of the screen [SH-068 SH-069 SH-075]',
  async (kind, status, detail) => {
    fakeServer(answer(deleteAdapter, () => refuse(status, detail)))
    const refusal = await refusalOf(send(deleteAdapter, { params: { id } }))

    expect([refusal.kind, explain(refusal, 'Failed to delete')]).toEqual([kind, detail])

    fakeServer(answer(deleteAdapter, () => refuse(status, '')))
    const silent = await refusalOf(send(deleteAdapter, { params: { id } }))
    expect(explain(silent, 'Failed to delete')).toBe('Failed to delete')
  },
)

test('failures of fields keep their fields [SH-066 SH-077]', async () => {
  const body = {
    type: 'validation_error',
    errors: [
      { code: 'required', detail: 'Say a name.', attr: 'adapter_name' },
      { code: 'invalid', detail: 'These do not fit together.', attr: 'non_field_errors' },
    ],
  }
  fakeServer(answer(createAdapter, () => new RefusedReply(400, body)))

  const refusal = await refusalOf(
    send(createAdapter, {
      body: { adapter_id: 'a|b', adapter_name: 'x', adapter_type: 'LLM', adapter_metadata: {} },
    }),
  )

  expect([...failuresByField(refusal)]).toEqual([['adapter_name', 'Say a name.']])
  expect(explain(refusal)).toBe('Say a name.')
})

test('an answer of unknown shape is a failure with the fallback words [SH-070]', async () => {
  fakeServer(answer(listAdapters, () => new RefusedReply(502, '<html>')))
  expect(explain(await refusalOf(send(listAdapters, { query: {} })))).toBe('Something went wrong')

  globalThis.fetch = async () => new Response('{"surprise": true}')
  const parseRefusal = await refusalOf(send(listAdapters, { query: {} }))
  expect([parseRefusal.kind, explain(parseRefusal)]).toEqual(['unknown', 'Something went wrong'])
})

test('silence is told from a change of mind [SH-071 SH-072]', async () => {
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch')
  }
  const silent = await refusalOf(send(listAdapters, { query: {} }))
  expect(explain(silent, 'Failed to load')).toBe('Please check your internet connection')

  const controller = new AbortController()
  controller.abort()
  const cancelRefusal = await refusalOf(send(listAdapters, { query: {} }, controller.signal))
  expect(explain(cancelRefusal, 'Failed to load')).toBe('Request has been canceled')
})

test('an answer for nobody is told from a refusal', async () => {
  fakeServer(answer(listAdapters, () => new RefusedReply(401, { message: 'Unauthorized' })))

  expect((await refusalOf(send(listAdapters, { query: {} }))).kind).toBe('signed-out')
})

const uploadFile = endpoint({
  method: 'POST',
  path: '/things/:id/file/',
  who: 'member',
  accepts: 'multipart',
  params: z.object({ id: z.string() }),
  reply: z.object({ name: z.string() }),
})

test('files report their progress and carry the token', async () => {
  const { callsOf } = fakeServer(answer(uploadFile, () => ({ name: 'a.pdf' })))
  const form = new FormData()
  form.append('file', new File(['%PDF'], 'a.pdf'))
  const progress: number[] = []

  const reply = await upload(uploadFile, {
    params: { id: '1' },
    form,
    onProgress: (part) => progress.push(part),
  })

  expect([reply, progress]).toEqual([{ name: 'a.pdf' }, [1]])
  expect(callsOf(uploadFile)[0]?.headers.get('X-CSRFToken')).toBe('token-of-ana')
})

test('a file that is refused is a refusal like any other', async () => {
  fakeServer(answer(uploadFile, () => refuse(400, 'This PDF is encrypted.')))

  const refusal = await refusalOf(upload(uploadFile, { params: { id: '1' }, form: new FormData() }))

  expect(refusal).toBeInstanceOf(Refusal)
  expect(explain(refusal)).toBe('This PDF is encrypted.')
})
