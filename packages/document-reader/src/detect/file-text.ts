import { decodeText } from './decode-text.ts'
import type { DetectedType } from './file-type.ts'

/** What a text file says, whatever its encoding; `undefined` for a file that is no text. */
export function fileText(bytes: Uint8Array, { kind }: DetectedType): string | undefined {
  return kind === 'text' ? decodeText(bytes) : undefined
}
