import { configure, getConfig, prettyDOM } from '@testing-library/react'
import * as react from 'react'

/** Skips work of libraries that no test looks at; together it would take a quarter of the time of these tests. */
export function skipCostlyWork(): void {
  skipOwnerStacks()
  skipStyleSheets()
  skipPagesOfAttempts()
}

const internalsName = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

/** React records a call stack with every new element, for warnings, until so many elements are recorded. */
function skipOwnerStacks(): void {
  const internals: unknown = Reflect.get(react, internalsName)
  if (typeof internals !== 'object' || internals === null) return
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  })
}

/** Ant Design inserts style sheets with its variables in every test. jsdom would parse them, but it draws nothing. */
function skipStyleSheets(): void {
  const createElement = document.createElement.bind(document)
  Object.assign(document, {
    createElement(name: string, options?: ElementCreationOptions) {
      const element = createElement(name, options)
      if (element instanceof HTMLStyleElement) element.type = 'text/plain'
      return element
    },
  })
}

/**
 * A wait tries every few milliseconds, and each attempt that failed would print the page into an error that nobody
 * sees. The wait itself prints the page if it ends without success.
 */
function skipPagesOfAttempts(): void {
  configure({
    getElementError(message, container) {
      const isAttempt = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      const error = new Error(
        isAttempt ? (message ?? '') : `${message ?? ''}\n\n${prettyDOM(container)}`,
      )
      error.name = 'TestingLibraryElementError'
      return error
    },
  })
}
