import { fenceText } from '../values/fence-text.ts'

/** Maximum number of requests to continue an answer that was cut off, unless the adapter says another. */
export const defaultMaxContinuations = 12

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

/** Minimum overlap in characters: a shorter one may be chance. */
const minOverlap = 12

const minLoopLength = 1000
const maxLoopPeriod = 250
const loopProbeLength = 50

/** Whether a reply has come to repeat one piece, so that it would do so without end. */
export function repeatsItself(text: string): boolean {
  const tail = text.slice(-minLoopLength)
  if (tail.length < minLoopLength) return false
  const probe = tail.slice(-loopProbeLength)
  const period =
    tail.length - loopProbeLength - tail.lastIndexOf(probe, tail.length - loopProbeLength - 1)
  return period <= maxLoopPeriod && tail.slice(period) === tail.slice(0, tail.length - period)
}

/**
 * Whether a continuation has said what the answer did not say yet. A piece that is already there
 * brings nothing new, unless it is so short that it may well occur twice.
 */
export function bringsNews(answer: string, joinedAnswer: string): boolean {
  const newText = joinedAnswer.startsWith(answer)
    ? joinedAnswer.slice(answer.length).trim()
    : joinedAnswer.trim()
  if (newText === '') return false
  if (!joinedAnswer.startsWith(answer))
    return joinedAnswer.length > answer.length || !answer.startsWith(newText)
  return newText.length < minOverlap || !answer.includes(newText)
}

/** Number of characters by which a beginning is recognized. */
const startLength = 16

/** Whether the model started over instead of continuing. */
function startsOver(answer: string, newText: string): boolean {
  const start = answer.replace(fence, '').trimStart().slice(0, startLength)
  return start.length === startLength && newText.trimStart().startsWith(start)
}

const maxOverlap = 400

/** Returns the number of characters at the end of the first text that begin the second. */
function computeOverlap(first: string, second: string): number {
  const end = first.slice(-maxOverlap)
  for (let length = Math.min(end.length, second.length); length >= minOverlap; length--) {
    if (end.endsWith(second.slice(0, length))) return length
  }
  return 0
}
