import { createHash } from 'node:crypto'
import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  listTestableExpectedValues,
  type TestableExpectedValue,
} from '../../prompt-studio/prompt-studio.port.ts'
import type { ToolMetadata } from '../tool-metadata.ts'

/** A document with its expected values. */
export type TestCase = {
  readonly hash: string
  readonly documentId: string | null
  readonly name: string
  readonly sealedPassword: string | null
  readonly expectedValues: readonly Pick<TestableExpectedValue, 'key' | 'type' | 'value'>[]
}

export type TestCases = {
  readonly documents: readonly TestCase[]
  /**
   * Numbers of expected values that are not tested: those about which two people disagree, and those
   * whose document is no longer stored.
   */
  readonly disputedCount: number
  readonly unavailable: number
  /** Changes when the expected values change. */
  readonly digest: string
}

/** Maximum number of expected values; more would take too long before publishing. */
const maxExpectedValues = 10_000

const noDocument = { documentId: null, documentName: '', sealedPassword: null }

/** Loads the expected values of the prompts of a tool, by document. */
export async function loadTestCases(
  tenant: Tenant,
  projectId: string,
  { outputs }: { readonly outputs: readonly Pick<ToolMetadata['outputs'][number], 'name'>[] },
): Promise<TestCases> {
  const promptKeys = new Set(outputs.map(({ name }) => name))
  const allValues = await listTestableExpectedValues(tenant, {
    projectId,
    limit: maxExpectedValues + 1,
  })
  if (allValues.length > maxExpectedValues) {
    throw badRequest(`A regression test can have at most ${maxExpectedValues} expected values.`)
  }
  const expectedValues = allValues.filter(({ key }) => promptKeys.has(key))
  const usableValues = expectedValues.filter(
    ({ isDisputed, isReadable }) => !isDisputed && isReadable,
  )
  const disputedCount = expectedValues.filter(({ isDisputed }) => isDisputed).length
  const documents = [...Map.groupBy(usableValues, ({ hash }) => hash)].map(
    ([hash, values]): TestCase => {
      const [{ documentId, documentName: name, sealedPassword } = noDocument] = values
      return {
        hash,
        documentId,
        name,
        sealedPassword,
        expectedValues: values.map(({ key, type, value }) => ({ key, type, value })),
      }
    },
  )
  return {
    documents,
    disputedCount,
    unavailable: expectedValues.length - usableValues.length - disputedCount,
    digest: computeDigest(documents.map(({ hash, expectedValues }) => [hash, expectedValues])),
  }
}

export const computeDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
