import { setTimeout as sleep } from 'node:timers/promises'
import { serveCompute } from '../serve-compute.ts'

/** A program of threads for tests: says what it was given, and misbehaves on request. */
let opened = 0

serveCompute<string>({
  open(bytes) {
    opened += 1
    const text = new TextDecoder().decode(bytes)
    if (text === 'damaged') throw new Error('It is damaged.')
    return text
  },
  async run(subject, operation, input, ask) {
    if (operation === 'hang') while (true) opened += 0
    if (operation === 'hoard') hoard()
    if (operation === 'throw') throw new Error('It was told to throw.')
    if (operation === 'sleep') await sleep(Number(input))
    if (operation === 'ask') return ask(input)
    return { subject, opened }
  },
})

function hoard(): never {
  const kept: number[][] = []
  while (true) kept.push(Array.from({ length: 100_000 }, (_, i) => i))
}
