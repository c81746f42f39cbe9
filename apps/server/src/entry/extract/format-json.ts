import type { ExtractedFile } from './extract-file.ts'

/** JSON with boxes on one line, in which every character that could command a terminal is escaped. */
export function formatJson(all: readonly ExtractedFile[]): string {
  const json = JSON.stringify(all, null, 2).replace(/\[\n[\s\d.,eE+-]+\]/g, (numbers) =>
    numbers.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  )
  return `${json.replace(/[\x7f-\x9f\p{Cf}]/gu, escapeUnits)}\n`
}

const escapeUnits = (letter: string) =>
  letter
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
