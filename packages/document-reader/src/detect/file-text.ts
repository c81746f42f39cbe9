import { decodeText } from './decode-text.ts'
import type { DetectedType } from './file-type.ts'

/** Decodes a text file in any supported encoding; `undefined` for a file that is not text. */
export function fileText(bytes: Uint8Array, { kind }: DetectedType): string | undefined {
  return kind === 'text' ? decodeText(bytes) : undefined
}
