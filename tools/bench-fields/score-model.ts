import { startCannedModelServer } from '@recto/testkit/canned-model-server'
import { deployFields, sendOrders } from '../../apps/server/src/entry/testing/order-deployment.ts'
import type { Person } from '../../apps/server/src/testing/people.ts'
import { openInstallation } from '../bench/installation.ts'
import { isAnswerable, isSame } from './judge-value.ts'
import { type InvoiceCase, questionOf } from './score-invoices.ts'

type ModelScore = {
  readonly order: string
  readonly fields: number
  /** Values that come out as the model gave them. */
  readonly kept: number
  readonly 'with evidence': number
  readonly calls: number
}

const orders = { 'document first': true, 'question first': false } as const

/**
 * Asks a model that always answers with the expected value, through a deployment, in both orders of the prompt.
 * Whatever is lost was lost after the reply had arrived.
 */
export async function scoreModel(cases: readonly InvoiceCase[]): Promise<readonly ModelScore[]> {
  await using cleaning = new AsyncDisposableStack()
  const { admin } = await openInstallation(cleaning)
  const scores: ModelScore[] = []
  for (const [order, isDocumentFirst] of Object.entries(orders)) {
    const lines: Omit<ModelScore, 'order'>[] = []
    for (const [index, invoice] of cases.entries()) {
      const name = `${isDocumentFirst ? 'document' : 'question'}-${index}`
      const project = { document_first: isDocumentFirst }
      lines.push(await scoreInvoice(admin, invoice, { name, project }))
    }
    const sum = (key: keyof Omit<ModelScore, 'order'>) =>
      lines.reduce((total, line) => total + line[key], 0)
    scores.push({
      order,
      fields: sum('fields'),
      kept: sum('kept'),
      'with evidence': sum('with evidence'),
      calls: sum('calls'),
    })
  }
  return scores
}

type DeploymentOptions = {
  readonly name: string
  readonly project: Readonly<Record<string, unknown>>
}

const promptOf = (key: string): string => `What is the ${questionOf(key).prompt} of the invoice?`

async function scoreInvoice(
  admin: Person,
  invoice: InvoiceCase,
  { name, project }: DeploymentOptions,
): Promise<Omit<ModelScore, 'order'>> {
  const expected = Object.entries(invoice.truth).filter(([key, value]) => isAnswerable(key, value))
  await using model = await startCannedModelServer({
    reply: ({ prompt }) => {
      const entry = expected.find(([key]) => prompt.includes(promptOf(key)))
      return entry ? String(entry[1]) : 'NA'
    },
  })
  const sample = { name: `${invoice.name}.pdf`, content: invoice.file, field: 'file' }
  const fields = expected.map(([key]) => ({ ...questionOf(key), prompt: promptOf(key) }))
  const deployment = await deployFields(admin, {
    name,
    modelUrl: model.url,
    fields,
    sample,
    project,
  })
  const files = [{ ...sample, field: 'files' }]
  const { status, body } = await sendOrders(admin, deployment, { files, seconds: 120 })
  const result = body?.message?.result?.[0]?.result
  if (!result) throw new Error(`${invoice.name}: ${status} ${JSON.stringify(body)}`)
  const { output, metadata } = result
  const rightFields = expected.filter(([key, value]) =>
    isSame(output[key], value, questionOf(key).type),
  )
  const evidence = metadata.evidence_data ?? {}
  return {
    fields: expected.length,
    kept: rightFields.length,
    'with evidence': rightFields.filter(([key]) => evidence[key]?.length > 0).length,
    calls: model.requests.length,
  }
}
