import { type MaskedSpan, overLineBreak } from './span.ts'

const localLetter = /[\p{L}\p{N}._%+'-]/u
const hostLetter = /[\p{L}\p{N}.-]/u
/** In letters, by RFC 5321. */
const longestLocal = 64
const longestHost = 255

/** E-mail addresses, also those that go on in the next line behind the `@` or a dot. */
export function findEmailSpans(text: string): readonly MaskedSpan[] {
  const spans: MaskedSpan[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = startOfLocal(text, at)
    const end = endOfHost(text, at + 1)
    if (start === at || end === undefined) continue
    const normal = text.slice(start, end).replace(/\s/g, '').toLowerCase()
    spans.push({ start, end, kind: 'EMAIL', normal })
  }
  return spans
}

function startOfLocal(text: string, at: number): number {
  let start = at
  while (start > 0 && at - start < longestLocal && localLetter.test(text[start - 1] ?? '')) {
    start -= 1
  }
  while (start < at && /[.%+'-]/.test(text[start] ?? '')) start += 1
  return start
}

function endOfHost(text: string, start: number): number | undefined {
  const first = hostLetter.test(text[start] ?? '') ? start : overLineBreak(text, start)
  if (first === undefined) return undefined
  let end = overHost(text, overHost(text, first, true), false)
  while (end > first && /[.-]/.test(text[end - 1] ?? '')) end -= 1
  return /\.\s*[\p{L}]{2,}$/u.test(text.slice(Math.max(first, end - 80), end)) ? end : undefined
}

function overHost(text: string, start: number, isFirst: boolean): number {
  let end = start
  while (end - start < longestHost && hostLetter.test(text[end] ?? '')) end += 1
  const isOpen = isFirst && end > start && text[end - 1] === '.'
  const line = isOpen ? overLineBreak(text, end) : undefined
  return line !== undefined && /[a-z]/.test(text[line] ?? '') ? line : end
}
