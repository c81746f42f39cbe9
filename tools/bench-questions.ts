/**
 * Scores the built-in extractor on questions that were written without knowledge of it.
 *
 *   node tools/bench-questions.ts [--set DIR] [--kind KIND] [--embed] [--wrong]
 *   node tools/bench-questions.ts --wordings FILE --e-invoices DIR [--embedded] [--wrong]
 *
 * DIR of the first form holds documents, each with a JSON file of the same name (`question-sets/open/README.md`). For
 * each kind of document it prints recall and precision of the questions, how many answers to questions for absent
 * things were made up, and how many lists are whole.
 *
 * The second form asks every wording of FILE of every invoice in DIR, whose expected values are in `truth.json`, by
 * the data in the file (`--embedded`) or by its print.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { loadEmbedder } from './bench-fields/load-embedder.ts'
import { scoreQuestionSet } from './bench-questions/score-question-set.ts'
import { scoreWordings } from './bench-questions/score-wordings.ts'

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: join(import.meta.dirname, 'question-sets/open') },
    kind: { type: 'string' },
    wordings: { type: 'string' },
    'e-invoices': { type: 'string' },
    embedded: { type: 'boolean', default: false },
    embed: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
  },
})

const embed = options.embed ? await loadEmbedder() : undefined
const reader = openReader({ threads: 1 })
try {
  const invoices = options['e-invoices']
  const { tables, mistakes } =
    options.wordings !== undefined && invoices !== undefined
      ? await scoreWordings(reader, {
          wordings: options.wordings,
          folder: invoices,
          isEmbedded: options.embedded,
        })
      : await scoreQuestionSet(reader, options.set, { onlyKind: options.kind, embed })
  for (const table of tables) console.table(table)
  if (options.wrong) for (const mistake of mistakes) console.log(mistake)
} finally {
  await reader.close()
}
