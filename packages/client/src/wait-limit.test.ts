import { expect, test } from 'vitest'
import { openDeployment } from './deployment.ts'
import { openTextService } from './text-service.ts'

/** Servers whose work never ends, and which ask for long waits. */

const reply = (body: unknown, init?: ResponseInit) => async () =>
  new Response(JSON.stringify(body), init)

const document = { name: 'invoice.pdf', content: new Uint8Array([1]) }

test('a wait for values ends with the id of the execution', async () => {
  const pendingStatus = {
    status: 'EXECUTING',
    message: { execution_id: 'e1', execution_status: 'EXECUTING' },
  }
  const deployment = openDeployment({
    address: 'http://127.0.0.1/deployment/api/acme/invoices/',
    key: 'k',
    maxWaitSeconds: 0,
    fetch: reply(pendingStatus),
  })

  const values = deployment.extract({ documents: [document] })

  await expect(values).rejects.toMatchObject({ name: 'WaitTimeout', id: 'e1' })
  await expect(values).rejects.toThrow(/within 0 seconds.*allow a longer wait/)
})

test('a wait for the parts of a file ends with the hash of the split', async () => {
  const texts = openTextService({
    server: 'http://127.0.0.1/',
    key: 'k',
    maxWaitSeconds: 0,
    fetch: reply({ split_hash: 's1', status: 'processing' }),
  })

  await expect(texts.split(document)).rejects.toMatchObject({ name: 'WaitTimeout', id: 's1' })
})

const hangUntilAborted = (init: RequestInit | undefined) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

const busy = reply(
  { message: 'Come back in an hour.' },
  { status: 503, headers: { 'retry-after': '3600' } },
)

test.each([
  ['does not answer at all', hangUntilAborted],
  ['asks for a long wait', busy],
] as const)('a wait ends while the server %s', async (_case, answer) => {
  let calls = 0
  const texts = openTextService({
    server: 'http://127.0.0.1/',
    key: 'k',
    maxWaitSeconds: 0.01,
    fetch: (_url, init) => {
      calls += 1
      return calls === 1 ? reply({ split_hash: 's1', status: 'processing' })() : answer(init)
    },
  })

  await expect(texts.split(document)).rejects.toMatchObject({ name: 'WaitTimeout', id: 's1' })
})
