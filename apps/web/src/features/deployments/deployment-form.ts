import type { DeploymentValues } from './deployment.ts'

const MAX_NAME = 30

export type DeploymentField = keyof DeploymentValues

const missingMessages: Partial<Record<DeploymentField, string>> = {
  displayName: 'Please enter display name',
  apiName: 'Please enter API Name',
  workflowId: 'Please select an workflow',
}

/** Validates the values before they are sent; returns the failures by field. */
export function failuresOf(values: DeploymentValues): ReadonlyMap<string, string> {
  const empty = Object.entries(missingMessages).filter(
    ([field]) => values[field as DeploymentField].trim() === '',
  )
  const name = apiNameFailure(values.apiName)
  return new Map(name === undefined ? empty : [...empty, ['apiName', name]])
}

function apiNameFailure(name: string): string | undefined {
  if (name.trim() === '') return undefined
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    return 'Only letters, numbers, hyphen and underscores are allowed'
  }
  return name.length > MAX_NAME ? `Maximum ${MAX_NAME} characters only allowed` : undefined
}

/** Derives a name for the address from the display name. */
export const suggestedApiName = (displayName: string): string =>
  displayName
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, MAX_NAME)
