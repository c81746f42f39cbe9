/**
 * Fits the weights with which the built-in extractor ranks the values of a document.
 *
 *   node tools/fit-ranking.ts [--leave-out FOLDER] [--write]
 *
 * The documents and questions are those of `tools/question-sets/*open`. Questions of documents of another kind are asked as well,
 * if the document names nothing of what they ask for; they have no answer. `--leave-out` fits on the other folders and
 * reports how often the most likely value of that folder is right; without it, the report is about the documents of the fit.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { collectExamples } from './fit-ranking/collect-examples.ts'
import { describeFit } from './fit-ranking/describe-fit.ts'
import { fitWeights } from './fit-ranking/fit-weights.ts'

const { values: options } = parseArgs({
  options: {
    'leave-out': { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

const folder = join(import.meta.dirname, 'question-sets')
const sets = readdirSync(folder).filter((name) => name.endsWith('open'))
const reader = openReader({ threads: 1 })
try {
  const examples = await collectExamples(reader, folder, sets)
  const isLeftOut = ({ set }: { readonly set: string }) => set === options['leave-out']
  const weights = fitWeights(examples.filter((example) => !isLeftOut(example)))
  const judgedExamples = options['leave-out'] === undefined ? examples : examples.filter(isLeftOut)
  console.table(describeFit(judgedExamples, weights))
  if (options.write) {
    const file = join(
      import.meta.dirname,
      '../packages/extraction/src/built-in/ranking/weights.json',
    )
    writeFileSync(file, `${JSON.stringify(weights, null, 2)}\n`)
    console.log(`Wrote ${Object.keys(weights.signals).length} weights.`)
  }
} finally {
  await reader.close()
}
