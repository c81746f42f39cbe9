/**
 * Measures compiled layouts on 20 issuers with 20 documents each, as read from scans. Five documents of each issuer
 * are approved. Each of the others is answered by rules where possible, then approved as well, and its layout is
 * compiled again.
 *
 *   node tools/bench-layouts.ts [--seed N] [--wrong] [--json FILE]
 *
 * Four issuers change their layout slowly, one uses the form of another under its own name, and one prints the words
 * of another at other positions. A field counts if its document contains it.
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
