import { type MaskedSpan, skipLineBreak } from './span.ts'

const localLetter = /[\p{L}\p{N}._%+'-]/u
const hostLetter = /[\p{L}\p{N}.-]/u
/** Maximum lengths in characters, by RFC 5321. */
const maxLocalLength = 64
const maxHostLength = 255

/** Finds email addresses, including those that continue on the next line after the `@` or a dot. */
export function findEmailSpans(text: string): readonly MaskedSpan[] {
  const spans: MaskedSpan[] = []
  for (let index = text.indexOf('@'); index >= 0; index = text.indexOf('@', index + 1)) {
    const start = startOfLocal(text, index)
    const end = endOfHost(text, index + 1)
    if (start === index || end === undefined) continue
    const normal = text.slice(start, end).replace(/\s/g, '').toLowerCase()
    spans.push({ start, end, kind: 'EMAIL', normal })
  }
  return spans
}

function startOfLocal(text: string, index: number): number {
  let start = index
  while (start > 0 && index - start < maxLocalLength && localLetter.test(text[start - 1] ?? '')) {
    start -= 1
  }
  while (start < index && /[.%+'-]/.test(text[start] ?? '')) start += 1
  return start
}

function endOfHost(text: string, start: number): number | undefined {
  const first = hostLetter.test(text[start] ?? '') ? start : skipLineBreak(text, start)
  if (first === undefined) return undefined
  let end = skipHost(text, skipHost(text, first, true), false)
  while (end > first && /[.-]/.test(text[end - 1] ?? '')) end -= 1
  return /\.\s*[\p{L}]{2,}$/u.test(text.slice(Math.max(first, end - 80), end)) ? end : undefined
}

function skipHost(text: string, start: number, isFirst: boolean): number {
  let end = start
  while (end - start < maxHostLength && hostLetter.test(text[end] ?? '')) end += 1
  const isOpen = isFirst && end > start && text[end - 1] === '.'
  const line = isOpen ? skipLineBreak(text, end) : undefined
  return line !== undefined && /[a-z]/.test(text[line] ?? '') ? line : end
}
