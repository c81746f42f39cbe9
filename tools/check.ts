/**
 * `npm run check`: all checks that do not run the product. The parts run in parallel, and their output is
 * printed part by part. All parts run even if one fails, so that one call shows all findings.
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { omitUndefined } from '@recto/omit-undefined'

type Part = readonly [name: string, command: string, ...args: string[]]
type Outcome = { readonly code: number; readonly output: string; readonly seconds: number }

const cache = resolve('node_modules/.cache/check')
/** Each compiler uses one thread: two of them fill two cores, and more threads would repeat work. */
const types = (project: string): Part => [
  `types ${project}`,
  'tsc',
  '-p',
  `tsconfig.${project}.json`,
  '--singleThreaded',
  '--pretty',
  '--incremental',
  '--tsBuildInfoFile',
  `${cache}/${project}.tsbuildinfo`,
]

const parts: readonly Part[] = [
  ['lockfile', 'node', 'tools/check-lockfile.ts'],
  ['language', 'node', 'tools/check-language.ts'],
  ['state', 'node', 'tools/check-state.ts'],
  ['writing', 'node', 'tools/check-writing.ts'],
  ['facts', 'node', 'tools/check-facts.ts'],
  types('node'),
  types('web'),
  ['style', 'biome', 'check', '.'],
  ['design', 'node', 'tools/check-design.ts'],
  ['catalog', 'node', 'tools/check-catalog.ts'],
  ['import rules', 'node', 'tools/check-import-rules.ts'],
  ['duplicates', 'node', 'tools/duplicates.ts', '--check'],
  ['unused', 'knip'],
  ['unused in production', 'knip', '--production'],
  ['expressions', 'node', 'tools/check-expressions.ts'],
  ['licences', 'node', 'tools/check-licences.ts'],
]

const env = {
  ...process.env,
  PATH: `${resolve('node_modules/.bin')}:${process.env.PATH ?? ''}`,
  ...omitUndefined({ FORCE_COLOR: process.stdout.isTTY ? '1' : undefined }),
}

function run([, command, ...args]: Part): Promise<Outcome> {
  const startedAt = performance.now()
  return new Promise((done, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    }
    child.on('error', reject)
    child.on('close', (code) => {
      const output = Buffer.concat(chunks).toString().trim()
      done({ code: code ?? 1, output, seconds: (performance.now() - startedAt) / 1000 })
    })
  })
}

mkdirSync(cache, { recursive: true })
const checkStartedAt = performance.now()
const runs = parts.map((part) => ({ name: part[0], outcome: run(part) }))
const failedParts: string[] = []
for (const { name, outcome } of runs) {
  const { code, output, seconds } = await outcome
  console.log(`${code === 0 ? '✓' : '✗'} ${name}, ${seconds.toFixed(1)} s`)
  if (output) console.log(`${output.replace(/^/gm, '  ')}\n`)
  if (code !== 0) failedParts.push(name)
}
console.log(`\n${((performance.now() - checkStartedAt) / 1000).toFixed(1)} s`)
if (failedParts.length > 0) {
  console.error(`Failed: ${failedParts.join(', ')}`)
  process.exitCode = 1
}
