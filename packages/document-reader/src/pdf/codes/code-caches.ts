import type { DecodedCode } from '../../embedded/codes/read-codes.ts'
import { openScopedCaches, type ScopedCache } from '../../scoped-cache.ts'
import type { SuspectCache } from './draw-code-parts.ts'

/** Results that are cached for the pictures of one scope. */
export type CodeCaches = {
  readonly suspects: SuspectCache
  readonly codes: ScopedCache<readonly DecodedCode[]>
}

/** Results per thread: a result is a few hundred bytes, and the text of a code up to 7,000. */
const maxResults = 2000

/** Opens the caches of a thread; each scope sees only its own results. */
export function openCodeCaches(): { in(scope: string | undefined): CodeCaches } {
  const suspects = openScopedCaches<ReturnType<SuspectCache['get']> & {}>(maxResults)
  const codes = openScopedCaches<readonly DecodedCode[]>(maxResults)
  return { in: (scope) => ({ suspects: suspects.in(scope), codes: codes.in(scope) }) }
}
