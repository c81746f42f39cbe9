/** Converts `/a/:id/` to the form of OpenAPI. */
export const toPathTemplate = (pattern: string): string => pattern.replace(/:(\w+)/g, '{$1}')

/**
 * Builds an operation id such as `getApiDeploymentById` from the method and the contract's path.
 */
export function buildOperationId(method: string, path: string): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith('{') ? `by-${part.slice(1, -1)}` : part))
    .flatMap((part) => part.split(/[^a-zA-Z0-9]+/))
    .filter(Boolean)
  return method.toLowerCase() + words.map(capitalize).join('')
}

const capitalize = (word: string) => word[0]?.toUpperCase() + word.slice(1)
