import type { DecodedCode } from '../../embedded/codes/read-codes.ts'
import { openScopedCaches, type ScopedCache } from '../../scoped-cache.ts'
import type { SuspectCache } from './draw-code-parts.ts'

/** Results that are cached for the pictures of one scope. */
export type CodeCaches = {
  readonly suspects: SuspectCache
  readonly codes: ScopedCache<readonly DecodedCode[]>
}

const megabyte = 1024 * 1024
/** Bounds of each thread's caches. Most images have no suspects, so a share lasts for some thousand of them. */
const bounds = { maxBytes: 8 * megabyte, maxScopeBytes: megabyte }
const suspectBytes = 150

/** Opens the caches of a thread; each scope sees only its own results. */
export function openCodeCaches(): { in(scope: string | undefined): CodeCaches } {
  const suspects = openScopedCaches<ReturnType<SuspectCache['get']> & {}>({
    ...bounds,
    measure: (imageSuspects) => imageSuspects.length * suspectBytes,
  })
  const codes = openScopedCaches<readonly DecodedCode[]>({ ...bounds, measure: measureCodes })
  return { in: (scope) => ({ suspects: suspects.in(scope), codes: codes.in(scope) }) }
}

const codeBytes = 300

function measureCodes(codes: readonly DecodedCode[]): number {
  return codes.reduce((sum, { text }) => sum + codeBytes + 2 * text.length, 0)
}
