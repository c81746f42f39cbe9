import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { toWireFields } from './wire-fields.ts'

const toRefusal = toWireFields({ name: 'workflow_name' })
const through = (error: unknown) => Promise.reject(error).catch(toRefusal)

test('a refusal names the field as the caller sent it, and keeps all else', async () => {
  const refusal = new AppError(
    'over-limit',
    [
      { code: 'unique', detail: 'Taken.', attr: 'name' },
      { code: 'invalid', detail: 'Odd.', attr: 'description' },
      { code: 'error', detail: 'Slow down.', attr: null },
    ],
    { retryAfterSeconds: 3 },
  )

  const named = await through(refusal).catch((error: unknown) => error)
  expect(named).toBeInstanceOf(AppError)
  expect(named).toMatchObject({
    kind: 'over-limit',
    retryAfterSeconds: 3,
    cause: refusal,
    faults: [{ code: 'unique', attr: 'workflow_name' }, { attr: 'description' }, { attr: null }],
  })
})

test('an error that is no refusal passes as it is', async () => {
  const bug = new Error('unforeseen')

  await expect(through(bug)).rejects.toBe(bug)
})
