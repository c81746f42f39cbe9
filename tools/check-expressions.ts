/**
 * A part of `npm run check`: no regular expression of the product takes more than linear time. An expression
 * that the analyser cannot decide needs a reason in undecided.json. Expressions whose analysis is slow are
 * stored in linear.json; `node tools/check-expressions.ts --record` analyses all of them again and writes that file.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { type Expression, findExpressions } from './expressions/find-expressions.ts'
import { judgeExpression, type Verdict } from './expressions/judge-expression.ts'
import { recordConstructed } from './expressions/record-constructed.ts'

const sources = globSync(['{apps/server,apps/web,packages/*}/src/**/*.{ts,tsx}', 'bootstrap.mjs'])
const files = sources
  .filter((path) => !/[.](?:test|d)[.]tsx?$|[/](?:testing|__fixtures__|testkit)[/]/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const { literals, constructorCalls } = findExpressions(files)
const constructingModules = [
  ...new Set(constructorCalls.map((place) => place.replace(/:\d+:\d+$/, ''))),
]
const constructedExpressions = await recordConstructed(constructingModules)
const recordedPositions = new Set(constructedExpressions.flatMap(({ positions }) => positions))

/** Expressions whose analysis takes longer are stored in linear.json, the others are only cached. */
const slowMilliseconds = 50
const cachePath = 'node_modules/.cache/check/expressions.json'
const version = JSON.parse(readFileSync('node_modules/recheck/package.json', 'utf8')).version
const recordPath = 'tools/expressions/linear.json'
const isRecording = process.argv.includes('--record')
const savedRecord = JSON.parse(readFileSync(recordPath, 'utf8'))
const linearTexts = new Set<string>(
  savedRecord.analyser === version && !isRecording ? savedRecord.linear : [],
)
const cache = isRecording ? {} : readCache()
const slowTexts = new Set<string>()
const reasons: Readonly<Record<string, string>> = JSON.parse(
  readFileSync('tools/expressions/undecided.json', 'utf8'),
)
const complaints = constructorCalls
  .filter((place) => !recordedPositions.has(place))
  .map((place) => `${place}: built while the product runs, so that it cannot be analysed.`)
const textOf = ({ source, flags }: Expression) => `/${source}/${flags}`
const expressions = [...literals, ...constructedExpressions].map((expression) => ({
  ...expression,
  text: textOf(expression),
}))
for (const expression of expressions) {
  if (reasons[expression.text] || linearTexts.has(expression.text)) continue
  const startedAt = performance.now()
  const verdict = cache[expression.text] ?? judgeExpression(expression)
  // What a busy machine could not decide is analysed again.
  if (verdict === 'unknown') delete cache[expression.text]
  else cache[expression.text] = verdict
  if (verdict === 'linear' && performance.now() - startedAt > slowMilliseconds)
    slowTexts.add(expression.text)
  if (verdict !== 'linear')
    complaints.push(`${expression.positions.join(', ')}: ${verdict}: ${expression.text}`)
}
const texts = new Set(expressions.map(({ text }) => text))
for (const text of Object.keys(reasons)) {
  if (!texts.has(text))
    complaints.push(`No source contains ${text}: remove it from undecided.json.`)
}

mkdirSync('node_modules/.cache/check', { recursive: true })
writeFileSync(cachePath, JSON.stringify({ version, verdicts: cache }))
if (isRecording) {
  const record = { analyser: version, linear: [...slowTexts].toSorted() }
  writeFileSync(recordPath, `${JSON.stringify(record, null, 2)}\n`)
}
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1

function readCache(): Record<string, Verdict> {
  try {
    const savedCache = JSON.parse(readFileSync(cachePath, 'utf8'))
    return savedCache.version === version ? savedCache.verdicts : {}
  } catch {
    return {}
  }
}
