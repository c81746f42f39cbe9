/** `/a/:id/` as OpenAPI writes it. */
export const templateOf = (address: string): string => address.replace(/:(\w+)/g, '{$1}')

/** A name for programs, such as `getApiDeploymentById`: of the method and all of the address as the contract has it. */
export function operationIdOf(method: string, path: string): string {
  const words = path
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith('{') ? `by-${part.slice(1, -1)}` : part))
    .flatMap((part) => part.split(/[^a-zA-Z0-9]+/))
    .filter(Boolean)
  return method.toLowerCase() + words.map(capitalized).join('')
}

const capitalized = (word: string) => word[0]?.toUpperCase() + word.slice(1)
