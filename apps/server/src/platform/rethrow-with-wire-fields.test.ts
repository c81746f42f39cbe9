import { expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { rethrowWithWireFields } from './rethrow-with-wire-fields.ts'

const toRefusal = rethrowWithWireFields({ name: 'workflow_name' })
const rethrow = (error: unknown) => Promise.reject(error).catch(toRefusal)

test('replaces the field name of an error by that of the request and keeps everything else', async () => {
  const refusal = new AppError(
    'over-limit',
    [
      { code: 'unique', detail: 'Taken.', attr: 'name' },
      { code: 'invalid', detail: 'Odd.', attr: 'description' },
      { code: 'error', detail: 'Slow down.', attr: null },
    ],
    { retryAfterSeconds: 3 },
  )

  const rethrownError = await rethrow(refusal).catch((error: unknown) => error)
  expect(rethrownError).toBeInstanceOf(AppError)
  expect(rethrownError).toMatchObject({
    kind: 'over-limit',
    retryAfterSeconds: 3,
    cause: refusal,
    faults: [{ code: 'unique', attr: 'workflow_name' }, { attr: 'description' }, { attr: null }],
  })
})

test('passes other errors unchanged', async () => {
  const bug = new Error('unforeseen')

  await expect(rethrow(bug)).rejects.toBe(bug)
})
