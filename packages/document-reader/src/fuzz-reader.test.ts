import { ReadError } from '@recto/document-text/read-error'
import { fuzzSettings, fuzzTimeout } from '@recto/testkit/fuzz-settings'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { openCannedOcr } from './testing/canned-ocr.ts'
import { mutation } from './testing/mutate-file.ts'
import { sampleFiles } from './testing/sample-files.ts'

/** Whatever becomes of a file: it is read, or refused with an error that says what is wrong with it. */

const reader = openReader({ ocr: openCannedOcr(() => ({})), timeoutSeconds: 20 })
const samples = await sampleFiles()
afterAll(() => reader.close())

/** Error codes of a broken file or one without pages, and not of a broken reader. */
const isRefusal = (error: unknown) =>
  error instanceof ReadError
    ? !['timed-out', 'reader-crashed'].includes(error.code)
    : error instanceof RangeError && error.message.includes('has no page number')

async function outcome(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
    return 'done'
  } catch (error) {
    return isRefusal(error) ? 'refused' : error
  }
}

test.each(samples)('%s is read as it is', async (name, bytes) => {
  const { pages } = await reader.read(bytes, { name })

  expect(pages.length).toBeGreaterThan(0)
})

test.each(samples)(
  '%s is read or refused, whatever becomes of it',
  async (name, bytes) => {
    await fc.assert(
      fc.asyncProperty(mutation, async (mutate) => {
        const changedBytes = mutate(bytes)
        const outcomes = await Promise.all([
          outcome(reader.read(changedBytes, { name })),
          outcome(reader.inspect(changedBytes)),
          outcome(reader.drawPage(changedBytes, { page: 0, width: 50 })),
        ])
        for (const one of outcomes) expect(['done', 'refused']).toContain(one)
      }),
      { ...fuzzSettings(40, 1 / samples.length), endOnFailure: true },
    )
  },
  fuzzTimeout(),
)
