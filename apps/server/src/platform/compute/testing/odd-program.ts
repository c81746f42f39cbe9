import { serveCompute } from '../serve-compute.ts'

/** A program of processes for tests: says what it was given, and misbehaves on request. */
let opened = 0

serveCompute<string>({
  open(bytes) {
    opened += 1
    const text = new TextDecoder().decode(bytes)
    if (text === 'damaged') throw new Error('It is damaged.')
    return text
  },
  async run(subject, operation, input, ask) {
    if (operation === 'ask') return ask(input)
    return operation === 'say' ? { subject, opened } : misbehave[operation]?.(input)
  },
})

const misbehave: Readonly<Record<string, (input: unknown) => unknown>> = {
  hang() {
    while (true) opened += 0
  },
  hoard,
  grow,
  'set bytes aside': setBytesAside,
  throw() {
    throw new Error('It was told to throw.')
  },
  repeat: (times) => 'x'.repeat(Number(times)),
  measure: (text) => String(text).length,
}

function hoard(): never {
  const kept: number[][] = []
  while (true) kept.push(Array.from({ length: 100_000 }, (_, i) => i))
}

/** One list, which has to be had in one piece: what ends the whole process of a thread. */
function grow(): never {
  const kept: number[] = []
  while (true) kept.push(kept.length)
}

/** Beside the heap, where the engine does not limit it. */
function setBytesAside(): never {
  const kept: Uint8Array[] = []
  while (true) kept.push(new Uint8Array(10_000_000).fill(1))
}
