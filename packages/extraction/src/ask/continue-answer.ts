import { fenceText } from '../values/fence-text.ts'

/** Maximum number of requests to continue an answer that was cut off. */
export const maxContinuations = 12

const tailLength = 1500

/** Builds the prompt that asks a model to continue an answer that was cut off. */
export function createContinuationPrompt(prompt: string, answer: string): string {
  return `${prompt}

The answer was cut off before its end. This is the end of what is there:
${fenceText(answer.slice(-tailLength))}
Go on exactly where it ends. Repeat nothing of it and write nothing around it.`
}

const fence = /^\s*```[a-z]*\n/i

/** Joins both parts of an answer; an overlap at the seam appears once. */
export function joinContinuation(answer: string, continuation: string): string {
  const newText = continuation.replace(fence, '').replace(/\n```\s*$/, '')
  if (startsOver(answer, newText)) return newText
  return answer + newText.slice(computeOverlap(answer, newText))
}

/** Number of characters by which a beginning is recognized. */
const startLength = 16

/** Whether the model started over instead of continuing. */
function startsOver(answer: string, newText: string): boolean {
  const start = answer.replace(fence, '').trimStart().slice(0, startLength)
  return start.length === startLength && newText.trimStart().startsWith(start)
}

const maxOverlap = 400
/** Minimum overlap in characters: a shorter one may be chance. */
const minOverlap = 12

/** Returns the number of characters at the end of the first text that begin the second. */
function computeOverlap(first: string, second: string): number {
  const end = first.slice(-maxOverlap)
  for (let length = Math.min(end.length, second.length); length >= minOverlap; length--) {
    if (end.endsWith(second.slice(0, length))) return length
  }
  return 0
}
