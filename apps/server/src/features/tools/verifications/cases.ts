import { createHash } from 'node:crypto'
import { badRequest } from '../../../platform/app-error.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  listVerifiableTruths,
  type VerifiableTruth,
} from '../../prompt-studio/prompt-studio.port.ts'
import type { ToolMetadata } from '../tool-metadata.ts'

/** One document with all that is known to be right of it. */
export type Case = {
  readonly hash: string
  readonly documentId: string | null
  readonly name: string
  readonly sealedPassword: string | null
  readonly truths: readonly Pick<VerifiableTruth, 'key' | 'type' | 'value'>[]
}

export type Cases = {
  readonly documents: readonly Case[]
  /** Truths that contradict each other, and those whose document is no longer kept: neither is answered. */
  readonly contradicted: number
  readonly notKept: number
  /** The same for the same truths. */
  readonly digest: string
}

/** More would be a day's work and not a look before publishing. */
const mostTruths = 10_000

/** What is known to be right of the prompts that a tool asks. */
export async function readCases(
  tenant: Tenant,
  projectId: string,
  { outputs }: Pick<ToolMetadata, 'outputs'>,
): Promise<Cases> {
  const asked = new Set(outputs.map(({ name }) => name))
  const all = await listVerifiableTruths(tenant, { projectId, limit: mostTruths + 1 })
  if (all.length > mostTruths) {
    throw badRequest(`A project is verified by at most ${mostTruths} right values.`)
  }
  const truths = all.filter(({ key }) => asked.has(key))
  const usable = truths.filter(({ isContradicted, isKept }) => !isContradicted && isKept)
  const contradicted = truths.filter(({ isContradicted }) => isContradicted).length
  const documents = [...Map.groupBy(usable, ({ hash }) => hash)].map(([hash, of]): Case => {
    const [{ documentId, documentName: name, sealedPassword } = noDocument] = of
    return {
      ...{ hash, documentId, name, sealedPassword },
      truths: of.map(({ key, type, value }) => ({ key, type, value })),
    }
  })
  return {
    documents,
    contradicted,
    notKept: truths.length - usable.length - contradicted,
    digest: digestOf(documents.map(({ hash, truths }) => [hash, truths])),
  }
}

const noDocument = { documentId: null, documentName: '', sealedPassword: null }

export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
