import { isExactNumber } from '@recto/exact-json/exact-number'
import { hasExactNumber, parseExactJson } from '@recto/exact-json/parse-json'

/**
 * Wraps `fetch` for a client that parses replies itself and would round long numbers in them: it is
 * given them as texts.
 */
export function quoteLongNumbers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false
    if (!isJson || !response.ok) return response
    const text = await response.text()
    const { status, statusText, headers } = response
    return new Response(quoteIn(text), { status, statusText, headers })
  }
}

function quoteIn(text: string): string {
  try {
    const value = parseExactJson(text)
    return hasExactNumber(value) ? JSON.stringify(withTexts(value)) : text
  } catch {
    // The client reports what is no JSON.
    return text
  }
}

function withTexts(value: unknown): unknown {
  if (isExactNumber(value)) return String(value)
  if (Array.isArray(value)) return value.map(withTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withTexts(part)]))
}
