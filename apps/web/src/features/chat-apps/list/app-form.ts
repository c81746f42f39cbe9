import type { ChatApp, ChatAppValues } from '../chat-app.ts'

const MAX_NAME = 30

export type AppField = keyof ChatAppValues

type Failures = ReadonlyMap<string, string>

const requiredMessages: Partial<Record<AppField, string>> = {
  displayName: 'Please enter display name',
  name: 'Please enter APP Name',
  workflowId: 'Please select an workflow',
}

export const valuesOf = (app: ChatApp | undefined): ChatAppValues => ({
  displayName: app?.displayName ?? '',
  name: app?.name ?? '',
  description: app?.description ?? '',
  workflowId: app?.workflowId ?? '',
})

/** Returns messages for the missing values, by field. */
export const missingIn = (values: ChatAppValues): Failures =>
  new Map(
    Object.entries(requiredMessages).filter(([field]) => values[field as AppField].trim() === ''),
  )

/** Validates the values before they are sent; returns the failures by field. */
export function failuresOf(values: ChatAppValues): Failures {
  const name = nameFailure(values.name)
  return new Map([...missingIn(values), ...(name === undefined ? [] : [['name', name] as const])])
}

function nameFailure(name: string): string | undefined {
  if (name.trim() === '') return undefined
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    return 'Only letters, numbers, hyphen and underscores are allowed'
  }
  return name.length > MAX_NAME ? `Maximum ${MAX_NAME} characters only allowed` : undefined
}
