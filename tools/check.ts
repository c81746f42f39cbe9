/**
 * `npm run check`: all that can be said without running the product. Its parts run side by side and are
 * printed one after the other, each as a whole; every one runs, so that one call shows all that is wrong.
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import { omitUndefined } from '@recto/omit-undefined'

type Part = readonly [name: string, command: string, ...given: string[]]
type Outcome = { readonly code: number; readonly output: string; readonly seconds: number }

const cache = resolve('node_modules/.cache/check')
/** One thread each: side by side they fill two cores, and every further thread does work twice. */
const types = (which: string): Part => [
  `types ${which}`,
  'tsc',
  '-p',
  `tsconfig.${which}.json`,
  '--singleThreaded',
  '--pretty',
  '--incremental',
  '--tsBuildInfoFile',
  `${cache}/${which}.tsbuildinfo`,
]

const parts: readonly Part[] = [
  ['lockfile', 'node', 'tools/check-lockfile.ts'],
  ['language', 'node', 'tools/check-language.ts'],
  ['state', 'node', 'tools/check-state.ts'],
  types('node'),
  types('web'),
  ['style', 'biome', 'check', '.'],
  ['walls', 'node', 'tools/check-walls.ts'],
  ['unused', 'knip'],
  ['expressions', 'node', 'tools/check-expressions.ts'],
  ['licences', 'node', 'tools/check-licences.ts'],
]

const env = {
  ...process.env,
  PATH: `${resolve('node_modules/.bin')}:${process.env.PATH ?? ''}`,
  ...omitUndefined({ FORCE_COLOR: process.stdout.isTTY ? '1' : undefined }),
}

function run([, command, ...given]: Part): Promise<Outcome> {
  const began = performance.now()
  return new Promise((done, reject) => {
    const child = spawn(command, given, { stdio: ['ignore', 'pipe', 'pipe'], env })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    }
    child.on('error', reject)
    child.on('close', (code) => {
      const output = Buffer.concat(chunks).toString().trim()
      done({ code: code ?? 1, output, seconds: (performance.now() - began) / 1000 })
    })
  })
}

mkdirSync(cache, { recursive: true })
const began = performance.now()
const running = parts.map((part) => ({ name: part[0], outcome: run(part) }))
const failed: string[] = []
for (const { name, outcome } of running) {
  const { code, output, seconds } = await outcome
  console.log(`${code === 0 ? '✓' : '✗'} ${name}, ${seconds.toFixed(1)} s`)
  if (output) console.log(`${output.replace(/^/gm, '  ')}\n`)
  if (code !== 0) failed.push(name)
}
console.log(`\n${((performance.now() - began) / 1000).toFixed(1)} s`)
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`)
  process.exitCode = 1
}
