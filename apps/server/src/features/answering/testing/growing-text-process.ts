import { serveCompute } from '../../../platform/compute/serve-compute.ts'
import { textProgram } from '../text/text-program.ts'

/** A text that contains this makes the process use up all memory. */
const growCommand = 'Grow without end.'

/** The same as `text-process.ts`, except for such texts. */
serveCompute({
  ...textProgram,
  run(document, ...rest) {
    const [firstPage] = document().pages
    const words = firstPage?.words.map(({ text }) => text).join(' ') ?? ''
    if (words.includes(growCommand)) grow()
    return textProgram.run(document, ...rest)
  },
})

/** A single large array ends the whole process and not only its thread. */
function grow(): never {
  const numbers: number[] = []
  while (true) numbers.push(numbers.length)
}
