import { serveCompute } from '../../../platform/compute/serve-compute.ts'
import { textProgram } from '../text/text-program.ts'

/** What a text has to say, for work on it to take all memory there is. */
const order = 'Grow without end.'

/** Does what `text-process.ts` does, but for texts that are told to grow. */
serveCompute({
  ...textProgram,
  run(document, ...asked) {
    const [first] = document().pages
    const words = first?.words.map(({ text }) => text).join(' ') ?? ''
    if (words.includes(order)) grow()
    return textProgram.run(document, ...asked)
  },
})

/** One list, which has to be had in one piece: that ends the whole process of a thread, not the thread alone. */
function grow(): never {
  const kept: number[] = []
  while (true) kept.push(kept.length)
}
