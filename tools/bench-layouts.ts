/**
 * Measures compiled layouts: 20 issuers with 20 documents each, as a scanner reads them. Five documents of each are
 * approved; each of the others is answered by rules where it can be, then approved too, and its layout is compiled anew.
 *
 *   node tools/bench-layouts.ts [--seed N] [--wrong] [--json FILE]
 *
 * Of the issuers four change their layout slowly, one uses the form of another with a name of its own, and one prints
 * the words of another at other places. A field counts when its document says it.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { type MadeDocument, makeProject } from './bench-layouts/make-project.ts'
import { reportRun } from './bench-layouts/report-run.ts'
import { runProject } from './bench-layouts/run-project.ts'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    wrong: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

const reader = openReader({ threads: 1 })
const documents: readonly MadeDocument[] = await makeProject(reader, Number(options.seed))
await reader.close()
const run = runProject(documents)
reportRun(run, options.wrong)
if (options.json) writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`)
