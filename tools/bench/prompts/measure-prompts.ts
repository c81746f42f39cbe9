import { isDeepStrictEqual } from 'node:util'
import {
  deployFields,
  type OrderDeployment,
  sendOrders,
} from '../../../apps/server/src/entry/testing/order-deployment.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import { quantile, table, worstOf } from '../figures.ts'
import { openInstallation } from '../installation.ts'
import type { Part } from '../part.ts'
import { startModels } from '../start-models.ts'
import { throwOnError } from '../throw-on-error.ts'
import { expectedAnswers, formFields, formFile } from './forms.ts'

type PromptsRow = {
  readonly model: string
  readonly prompts: number
  readonly documents: number
  readonly p50Milliseconds: number
  readonly worstMilliseconds: number
}

const latencies = [0, 200]
const promptCounts = [1, 5, 20, 50]
const documentsOf = { full: 10, quick: 3 }
const warmDocuments = 2

/** Measures documents with 1, 5, 20 and 50 prompts, one document at a time. */
export const measurePrompts: Part = async ({ isQuick, print }) => {
  await using cleaning = new AsyncDisposableStack()
  const { product, admin } = await openInstallation(cleaning)
  const models = await startModels(latencies, cleaning)
  const documents = isQuick ? documentsOf.quick : documentsOf.full
  const rows: PromptsRow[] = []
  let nextForm = 1
  for (const { name: model, url, latencyMs } of models) {
    for (const prompts of promptCounts) {
      print(`${model}, ${prompts} prompts …`)
      const name = `prompts-${latencyMs}-${prompts}`
      const sample = { ...(await formFile(0)), field: 'file' }
      const settings = { name, modelUrl: url, fields: formFields(prompts), sample }
      const deployment = await deployFields(throwOnError(admin), settings)
      const milliseconds: number[] = []
      for (let turn = 0; turn < warmDocuments + documents; turn++) {
        milliseconds.push(await sendForm(admin, deployment, { form: nextForm++, prompts }))
      }
      const measuredTimes = milliseconds.slice(warmDocuments)
      const p50Milliseconds = quantile(measuredTimes, 0.5)
      const worstMilliseconds = worstOf(measuredTimes)
      rows.push({ model, prompts, documents, p50Milliseconds, worstMilliseconds })
    }
  }
  await product.stop()
  return { figures: rows, tables: [present(rows)], complaints: [] }
}

type Form = { readonly form: number; readonly prompts: number }

/** Sends a form and returns the duration in milliseconds. Throws if an answer is wrong. */
async function sendForm(
  person: Person,
  deployment: OrderDeployment,
  { form, prompts }: Form,
): Promise<number> {
  const files = [await formFile(form)]
  const start = performance.now()
  const reply = await sendOrders(person, deployment, { files, seconds: 120 })
  const milliseconds = performance.now() - start
  const output = reply.body?.message?.result?.[0]?.result?.output
  if (!isDeepStrictEqual(output, expectedAnswers(form, prompts))) {
    throw new Error(`A result is not right: ${reply.status} ${JSON.stringify(reply.body)}`)
  }
  return milliseconds
}

const targetsByScenario: Readonly<Record<string, string>> = {
  'model of 0 ms/50': '<= 135',
  'model of 200 ms/20': '<= 900',
}

function present(rows: readonly PromptsRow[]): string {
  const titles = [
    'prompts on one document',
    'prompts',
    'p50 ms',
    'wanted',
    'worst ms',
    'ms a prompt',
  ]
  const lines = rows.map(({ model, prompts, p50Milliseconds, worstMilliseconds }) => [
    model,
    String(prompts),
    p50Milliseconds.toFixed(0),
    targetsByScenario[`${model}/${prompts}`] ?? '',
    worstMilliseconds.toFixed(0),
    (p50Milliseconds / prompts).toFixed(1),
  ])
  return table([titles, ...lines])
}
