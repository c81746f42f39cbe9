import { serveCompute } from '../serve-compute.ts'

/** A compute program for tests: returns its input, and misbehaves on request. */
let openCount = 0

const misbehaviors: Readonly<Record<string, (input: unknown) => unknown>> = {
  hang() {
    while (true) openCount += 0
  },
  hoard,
  grow,
  'set bytes aside': setBytesAside,
  leak,
  throw() {
    throw new Error('It was told to throw.')
  },
  repeat: (times) => 'x'.repeat(Number(times)),
  measure: (text) => String(text).length,
}

type Subject = { readonly text: string; readonly words: readonly number[] }

serveCompute<Subject>({
  open(bytes) {
    openCount += 1
    const text = new TextDecoder().decode(bytes)
    if (text === 'damaged') throw new Error('It is damaged.')
    return {
      text,
      words: Array.from({ length: text.startsWith('large') ? 400_000 : 1 }, Math.random),
    }
  },
  async run({ text: subject, words }, operation, input, ask) {
    if (operation === 'ask') return ask(input)
    if (operation === 'say' && words.length > 0) return { subject, opened: openCount }
    return misbehaviors[operation]?.(input)
  },
})

const leaks: number[][] = []

/** Leaves more than half of the memory to no later job. */
function leak(): number {
  leaks.push(Array.from({ length: 5_000_000 }, Math.random))
  return leaks.length
}

function hoard(): never {
  const lists: number[][] = []
  while (true) lists.push(Array.from({ length: 100_000 }, (_, i) => i))
}

/**
 * One array, which needs contiguous memory: exhausting it ends the whole process, not only a
 * thread.
 */
function grow(): never {
  const numbers: number[] = []
  while (true) numbers.push(numbers.length)
}

/** Allocates outside of the heap, where V8 sets no limit. */
function setBytesAside(): never {
  const buffers: Uint8Array[] = []
  while (true) buffers.push(new Uint8Array(10_000_000).fill(1))
}
