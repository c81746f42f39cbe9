import type { ExtractedFile } from './extract-file.ts'

/**
 * Formats JSON with each box on one line, and escapes all characters that could control a terminal.
 */
export function formatJson(files: readonly ExtractedFile[]): string {
  const json = JSON.stringify(files, null, 2).replace(/\[\n[\s\d.,eE+-]+\]/g, (numbers) =>
    numbers.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'),
  )
  return `${json.replace(/[\x7f-\x9f\p{Cf}]/gu, escapeCharacter)}\n`
}

const escapeCharacter = (character: string) =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
