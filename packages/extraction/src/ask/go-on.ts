import { fenced } from '../values/fenced.ts'

/** So many times a model is asked to go on with an answer that was cut. */
export const maxContinuations = 12

const tailLength = 1500

/** Asks a model to go on where an answer to the prompt was cut. */
export function continuingPrompt(prompt: string, said: string): string {
  return `${prompt}

The answer was cut off before its end. This is the end of what is there:
${fenced(said.slice(-tailLength))}
Go on exactly where it ends. Repeat nothing of it and write nothing around it.`
}

const fence = /^\s*```[a-z]*\n/i

/** Both parts as one text: what the second part repeats of the first's end stands once. */
export function joinParts(said: string, more: string): string {
  const rest = more.replace(fence, '').replace(/\n```\s*$/, '')
  if (isFromTheStart(said, rest)) return rest
  return said + rest.slice(overlapOf(said, rest))
}

/** Enough of a beginning to know it again. */
const startLength = 16

/** Whether the model began anew instead of going on. */
function isFromTheStart(said: string, rest: string): boolean {
  const start = said.replace(fence, '').trimStart().slice(0, startLength)
  return start.length === startLength && rest.trimStart().startsWith(start)
}

const maxOverlap = 400
/** Less may be chance. */
const minOverlap = 12

/** How many letters the second text begins with that the first ends with. */
function overlapOf(first: string, second: string): number {
  const end = first.slice(-maxOverlap)
  for (let length = Math.min(end.length, second.length); length >= minOverlap; length--) {
    if (end.endsWith(second.slice(0, length))) return length
  }
  return 0
}
