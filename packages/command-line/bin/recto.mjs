#!/usr/bin/env node
// Node reads TypeScript by itself from version 24 on; under an older one, the one that the product brings takes over.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../src/recto.ts', import.meta.url))
const brought = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))

if (Number.parseInt(process.versions.node, 10) >= 24) {
  // Compiling takes half of the time of a start. The default folder for the results is one that every user can write to.
  enableCompileCache(
    fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)),
  )
  await import(program)
} else if (existsSync(brought)) {
  const child = spawn(brought, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = signal ? 130 : (code ?? 1)
  })
} else {
  process.stderr.write(`recto needs Node 24 or newer; this is ${process.version}.\n`)
  process.exitCode = 2
}
