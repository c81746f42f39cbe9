/**
 * A part of `npm run check`: style sheets take colors, sizes, radii and spacings from the tokens of the theme.
 * `--list` lists what they write themselves, `--lower` lowers the ceilings to it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { radii, spacings, textSizes } from '../apps/web/src/shared/theme/tokens.ts'
import { findOutsideValues, type OutsideValue } from './design/find-outside-values.ts'

const ceilingsFile = 'tools/design/ceilings.json'
const ceilings = JSON.parse(readFileSync(ceilingsFile, 'utf8')) as Record<
  OutsideValue['kind'],
  number
>
const scales = {
  sizes: new Set(Object.values(textSizes)),
  radii: new Set(Object.values(radii)),
  spacings: new Set(spacings),
}
const values = globSync('apps/web/src/**/*.css').flatMap((path) =>
  findOutsideValues({ path, text: readFileSync(path, 'utf8') }, scales),
)
const countOf = (kind: string) => values.filter((value) => value.kind === kind).length
const counts = Object.fromEntries(Object.keys(ceilings).map((kind) => [kind, countOf(kind)]))

if (process.argv.includes('--list')) {
  for (const { kind, file, line, text } of values) console.log(`${kind}: ${file}:${line} ${text}`)
} else if (process.argv.includes('--lower')) {
  const lowerCeilings = Object.entries(ceilings).map(([kind, ceiling]) => [
    kind,
    Math.min(ceiling, counts[kind] ?? 0),
  ])
  writeFileSync(ceilingsFile, `${JSON.stringify(Object.fromEntries(lowerCeilings), null, 2)}\n`)
}
for (const [kind, ceiling] of Object.entries(ceilings)) {
  const count = counts[kind] ?? 0
  if (count === ceiling || (count < ceiling && process.argv.includes('--lower'))) continue
  process.exitCode = 1
  console.error(
    count > ceiling
      ? `${count} ${kind} are not of the tokens in shared/theme/tokens.ts, and the ceiling is ${ceiling}: node tools/check-design.ts --list`
      : `${count} ${kind} are not of the tokens, and the ceiling is still ${ceiling}: node tools/check-design.ts --lower`,
  )
}
