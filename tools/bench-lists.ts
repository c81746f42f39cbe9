/**
 * Reads long lists over HTTP with a model that makes the mistakes of real models.
 *
 *   node tools/bench-lists.ts [--seeds N] [--context TOKENS] [--json FILE]
 *
 * The model is the canned server with a careless reader: it cuts its replies, drops, duplicates and renumbers
 * rows, starts over and sometimes adds prose. Each list is read by a careful model first.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { answerList } from '@recto/extraction/answer-list'
import { listOperations } from '@recto/extraction/list-work'
import type { Json } from '@recto/provider-spec/answer'
import { openaiCompatible } from '@recto/providers/llm/openai-compatible'
import { StoppedText, startCannedModelServer } from '@recto/testkit/canned-model-server'
import {
  type Carelessness,
  carelessListModel,
  compareList,
} from '@recto/testkit/careless-list-model'
import {
  bankStatement,
  type ListSample,
  longInvoice,
  wrappedTable,
} from '@recto/testkit/list-samples'

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3' },
    context: { type: 'string', default: '0' },
    json: { type: 'string' },
  },
})

const samples = [bankStatement(3200), longInvoice(60), wrappedTable(600)]
const careful = { seed: 0 }
const careless = (seed: number): Carelessness => ({
  seed,
  drops: 0.03,
  gaps: 0.1,
  doubles: 0.03,
  restarts: 0.05,
  maxLetters: 16_000,
  renumbers: true,
  extras: 0.2,
  prose: 0.02,
})

let say: (prompt: string) => string | StoppedText = () => ''
const server = await startCannedModelServer({ reply: ({ prompt }) => say(prompt) })
const reader = await openReader()
const settings = { adapter_name: 'Bench', api_base: `${server.url}/v1`, model: 'careless' }
const network = { fetch, reader, connect: undefined as never, vectors: undefined as never }
const llm = openaiCompatible.open({ ...settings, api_key: 'k' }, network)

async function measure(sample: ListSample, care: Carelessness) {
  const bytes = Buffer.from(sample.pages.join('\n\f'))
  const document = await reader.read(bytes, { name: 'list.txt' })
  const read = carelessListModel(sample, care)
  say = (prompt) => {
    const { text, stoppedBy } = read(prompt)
    return stoppedBy === 'end' ? text : new StoppedText(text, stoppedBy)
  }
  const cpu = process.cpuUsage()
  let calls = 0
  let input = 0
  let output = 0
  const { value, report } = await answerList({
    work: {
      wholeText: async () => '',
      listWindows: async (plan) => listOperations.listWindows(document, plan),
      readRows: async (operation) => listOperations.readRows(document, operation),
      mergeList: async (list) => listOperations.mergeList(document, list),
    },
    question: { key: 'rows', prompt: sample.prompt, type: 'line-item' },
    instructions: { preamble: 'Read well.', postamble: '', grammar: [] },
    contextWindow: Number(options.context),
    async askModel({ purpose: _, step: __, ...request }) {
      if (!llm.complete) throw new Error('The adapter completes no prompt.')
      const { complete } = llm
      // An idle connection may have been closed while a list was assembled.
      const reply = await complete(request).catch(() => complete(request))
      calls += 1
      input += reply.usage.inputTokens
      output += reply.usage.outputTokens
      return reply
    },
  })
  const { user, system } = process.cpuUsage(cpu)
  const {
    recall,
    precision,
    missing: missingRows,
  } = compareList(sample, (value ?? []) as readonly Json[])
  return {
    list: sample.name,
    pages: document.pages.length,
    rows: sample.rows.length,
    model: care === careful ? 'careful' : `careless ${care.seed}`,
    recall: recall.toFixed(4),
    precision: precision.toFixed(4),
    missing: missingRows.length,
    named: report?.missingCount ?? 0,
    warnings: report?.warnings.length ?? 0,
    doubled: report?.doubled ?? 0,
    calls,
    input,
    output,
    seconds: ((user + system) / 1e6).toFixed(1),
  }
}

const seeds = Array.from({ length: Number(options.seeds) }, (_, i) => i + 1)
const rows = []
for (const sample of samples) {
  for (const care of [careful, ...seeds.map(careless)]) rows.push(await measure(sample, care))
}
console.table(rows)
console.log(
  '`missing`: rows of the list that were not returned. `named`: lines that the report names.',
)
console.log('`seconds`: processor time, including the model server.')
if (options.json) writeFileSync(options.json, JSON.stringify(rows, null, 2))
await server.close()
await reader.close()
// A row that is neither returned nor named was lost silently.
process.exitCode = rows.some(
  ({ missing: missingCount, warnings }) => missingCount > 0 && warnings === 0,
)
  ? 1
  : 0
