/**
 * A step of `npm run check`: the time that a regular expression of the product takes grows no faster than its
 * text. What an analyser cannot decide needs a reason in undecided.json. What it takes long for is kept in
 * linear.json; `node tools/check-expressions.ts --record` judges everything anew and writes that file.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { type Expression, findExpressions } from './expressions/find-expressions.ts'
import { judgeExpression, type Verdict } from './expressions/judge-expression.ts'
import { recordMade } from './expressions/record-made.ts'

const sources = globSync(['{apps/server,apps/web,packages/*}/src/**/*.{ts,tsx}', 'bootstrap.mjs'])
const files = sources
  .filter((path) => !/[.](?:test|d)[.]tsx?$|[/](?:testing|__fixtures__|testkit)[/]/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const { literals, made } = findExpressions(files)
const makers = [...new Set(made.map((place) => place.replace(/:\d+:\d+$/, '')))]
const loaded = await recordMade(makers)
const seen = new Set(loaded.flatMap(({ places }) => places))

/** What takes less is judged anew wherever nothing is cached. */
const slowMilliseconds = 200
const cachePath = 'node_modules/.cache/check/expressions.json'
const version = JSON.parse(readFileSync('node_modules/recheck/package.json', 'utf8')).version
const recordPath = 'tools/expressions/linear.json'
const isRecording = process.argv.includes('--record')
const recorded = JSON.parse(readFileSync(recordPath, 'utf8'))
const known = new Set<string>(recorded.analyser === version && !isRecording ? recorded.linear : [])
const cache = isRecording ? {} : readCache()
const slow = new Set<string>()
const reasons: Readonly<Record<string, string>> = JSON.parse(
  readFileSync('tools/expressions/undecided.json', 'utf8'),
)
const complaints = made
  .filter((place) => !seen.has(place))
  .map((place) => `${place}: made while the product runs, so that nobody can judge it.`)
const textOf = ({ source, flags }: Expression) => `/${source}/${flags}`
const judged = [...literals, ...loaded].map((one) => ({ ...one, text: textOf(one) }))
for (const one of judged) {
  if (reasons[one.text] || known.has(one.text)) continue
  const began = performance.now()
  const verdict = cache[one.text] ?? judgeExpression(one)
  cache[one.text] = verdict
  if (verdict === 'linear' && performance.now() - began > slowMilliseconds) slow.add(one.text)
  if (verdict !== 'linear') complaints.push(`${one.places.join(', ')}: ${verdict}: ${one.text}`)
}
const texts = new Set(judged.map(({ text }) => text))
for (const text of Object.keys(reasons)) {
  if (!texts.has(text)) complaints.push(`Nothing has ${text}: take it out of undecided.json.`)
}

mkdirSync('node_modules/.cache/check', { recursive: true })
writeFileSync(cachePath, JSON.stringify({ version, verdicts: cache }))
if (isRecording) {
  const record = { analyser: version, linear: [...slow].toSorted() }
  writeFileSync(recordPath, `${JSON.stringify(record, null, 2)}\n`)
}
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1

function readCache(): Record<string, Verdict> {
  try {
    const kept = JSON.parse(readFileSync(cachePath, 'utf8'))
    return kept.version === version ? kept.verdicts : {}
  } catch {
    return {}
  }
}
